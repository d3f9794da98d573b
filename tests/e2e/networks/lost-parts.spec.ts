import { goToAccount } from '../harness/account-menu.ts';
import type { Page } from '@playwright/test';
import { findingsInBothSchemes } from '../harness/axe.ts';
import { expect, test } from '../harness/review-desk.ts';

const LOST = 'This part could not be loaded.';
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: LOST });
const answer404 = { status: 404, body: 'Not found', contentType: 'text/plain' };

const screens = [
  ['Numbers', /\/Numbers\./, 'Days are counted in UTC.'],
  ['Settings', /\/Settings\./, 'Invite someone'],
  ['Board', /\/Board\./, 'Submitted'],
] as const;

test('the area stays if the script of a screen or dialog fails to load, and another try loads it', async ({
  desk,
}) => {
  const { page } = desk;
  await desk.open();
  for (const [screen, script, heading] of screens) {
    await page.route(script, (route) => route.abort());
    if (screen === 'Board') await desk.openView();
    await page.getByRole('link', { name: screen, exact: true }).click();
    await expect(notice(page), screen).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    if (screen === 'Board') expect(await findingsInBothSchemes(page)).toEqual([]);
    await page.unroute(script);
    await notice(page).getByRole('button', { name: 'Try again' }).click();
    await expect(notice(page)).toBeHidden();
    await expect(page.getByRole('main')).toContainText(heading);
    // Another way on: a screen that failed is asked for again when it is shown again.
    const all = page.getByRole('link', { name: /^All/ });
    if (screen === 'Board') await (await desk.openView()).getByRole('link', { name: 'List' }).click();
    else await all.click();
    if (screen !== 'Board') await expect(all).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('button', { name: 'Add filter' })).toBeVisible();
  }
  await page.route(/\/ExportDialog\./, (route) => route.abort());
  await (await desk.openView()).getByRole('button', { name: 'Export' }).click();
  await expect(desk.dialog).toContainText(LOST);
  await desk.dialog.getByRole('button', { name: 'Close' }).click();
  await expect(desk.dialog).toBeHidden();
  await page.unroute(/\/ExportDialog\./);
  await (await desk.openView()).getByRole('button', { name: 'Export' }).click();
  await expect(desk.dialog.getByRole('button', { name: /^Export/ })).toBeVisible();
});

test('a screen whose script hangs shows a notice after eight seconds, next to a working list', async ({
  desk,
}) => {
  const { page } = desk;
  const id = await desk.make('Hang Sample');
  await page.route(/\/ApplicationPanel\./, () => {});
  await page.clock.install();
  await desk.open(`?open=${id}`);
  await expect(page.getByRole('table')).toBeVisible();
  await page.clock.fastForward(8_000);
  await expect(notice(page)).toBeVisible();
  await page.unroute(/\/ApplicationPanel\./);
  await notice(page).getByRole('button', { name: 'Try again' }).click();
  await expect(desk.panel.getByRole('heading', { level: 3 })).toHaveText('Hang Sample');
});

test('an account page and an admin area that failed to load show a notice and recover', async ({ desk }) => {
  const { page } = desk;
  await desk.open();
  await page.route(/\/AccountView\./, (route) => route.abort());
  await goToAccount(page);
  await expect(notice(page)).toBeVisible();
  await page.unroute(/\/AccountView\./);
  await notice(page).getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Save password' })).toBeVisible();
  for (const script of [/hydrate-admin/, /admin\.astro[^/]*\.js/]) {
    await page.route(script, (route) => route.fulfill(answer404));
    await page.reload();
    await expect(notice(page)).toBeVisible();
    await page.unroute(script);
    await notice(page).getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  }
});

test('a script whose failure the browser remembers is loaded with the page again', async ({ desk }) => {
  const { page } = desk;
  await desk.open();
  // The fetch succeeds and only the import fails.
  await page.route(/\/Numbers\./, (route) =>
    route.request().resourceType() === 'script' ? route.abort() : route.continue(),
  );
  await page.getByRole('link', { name: 'Numbers', exact: true }).click();
  await expect(notice(page)).toBeVisible();
  await page.unroute(/\/Numbers\./);
  await notice(page).getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('main')).toContainText('Days are counted in UTC.');
});

test('a tab older than the site offers the new version and keeps the text being written', async ({
  desk,
}) => {
  const { page } = desk;
  const id = await desk.openNew('Deploy Sample');
  await desk.panel.getByLabel('New note').fill('Half a thought');
  // Another build: the old files are gone, the page names others.
  await page.route(/\/Board\./, (route) => route.fulfill(answer404));
  await page.route(/\/admin$/, async (route) => {
    if (route.request().resourceType() === 'document') return route.continue();
    const html = await (await route.fetch()).text();
    await route.fulfill({ body: html.replaceAll('admin.astro', 'other.astro'), contentType: 'text/html' });
  });
  await (await desk.openView()).getByRole('link', { name: 'Board' }).click();
  const offer = page.getByRole('alert').filter({ hasText: 'A new version is here.' });
  await expect(offer).toBeVisible();
  await page.unroute(/\/Board\./);
  await offer.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('main')).toContainText('Submitted');
  await desk.openApplication(id);
  await expect(desk.panel.getByLabel('New note')).toHaveValue('Half a thought');
});

test('the words of a mail that goes with a move survive a reload, until the move is given up', async ({
  desk,
}) => {
  const { page } = desk;
  const id = await desk.openNew('Mail Sample', { status: 'in_review' });
  await desk.chooseMove('Interview');
  await desk.dialog.getByRole('checkbox').check();
  await desk.dialog.getByLabel('Subject').fill('Shall we talk?');
  await page.reload();
  await desk.openApplication(id);
  await desk.chooseMove('Interview');
  await expect(desk.dialog.getByLabel('Subject')).toHaveValue('Shall we talk?');
  await desk.dialog.getByRole('button', { name: 'Cancel' }).click();
  await desk.chooseMove('Interview');
  await expect(desk.dialog.getByLabel('Subject')).toHaveValue('Let us talk about what you build');
});
