import type { Page } from '@playwright/test';
import { findingsInBothSchemes } from '../harness/axe.ts';
import { holdBack } from '../harness/hold-back.ts';
import { expect, test } from '../harness/review-desk.ts';

const LOST = 'This part could not be loaded.';
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: LOST });
const answer404 = { status: 404, body: 'Not found', contentType: 'text/plain' };

test('the area stays if the script of a screen or dialog fails to load', async ({ desk }) => {
  const { page } = desk;
  const area = page.getByRole('heading', { name: 'Admin Dashboard' });
  const reload = notice(page).getByRole('button', { name: 'Reload' });
  await desk.open();
  await page.route(/\/Board\./, (route) => route.abort());
  await (await desk.openView()).getByRole('link', { name: 'Board', exact: true }).click();
  await expect(notice(page)).toBeVisible();
  await expect(area).toBeVisible();
  expect(await findingsInBothSchemes(page)).toEqual([]);
  // The other screens work.
  await page.getByRole('link', { name: /^All/ }).click();
  await expect(page.getByRole('button', { name: 'Add filter' })).toBeVisible();
  await page.goBack();
  await page.unroute(/\/Board\./);
  await reload.click();
  await expect(page.getByRole('main')).toContainText('Submitted');

  await page.getByRole('link', { name: /^All/ }).click();
  await page.route(/\/ExportDialog\./, (route) => route.abort());
  await (await desk.openView()).getByRole('button', { name: 'Export' }).click();
  await expect(desk.dialog).toContainText(`${LOST} Notes and emails that you have begun are kept.`);
  await desk.dialog.getByRole('button', { name: 'Close' }).click();
  await expect(desk.dialog).toBeHidden();
  await page.unroute(/\/ExportDialog\./);
  await page.reload();
  await (await desk.openView()).getByRole('button', { name: 'Export' }).click();
  await expect(desk.dialog.getByRole('button', { name: /^Export/ })).toBeVisible();
  await page.keyboard.press('Escape');

  for (const script of [/hydrate-admin/, /admin\.astro[^/]*\.js/]) {
    await page.route(script, (route) => route.fulfill(answer404));
    await page.reload();
    await expect(notice(page)).toBeVisible();
    await page.unroute(script);
    await notice(page).getByRole('link', { name: 'Reload' }).click();
    await expect(area).toBeVisible();
  }
});

test('a screen whose script is late shows a notice after eight seconds, next to a working list, until it arrives @release', async ({
  desk,
}) => {
  const { page } = desk;
  const id = await desk.make('Late Sample');
  const arrive = await holdBack(page, /\/ApplicationPanel\./);
  await page.clock.install();
  await desk.open(`?open=${id}`);
  await expect(page.getByRole('table')).toBeVisible();
  await page.clock.fastForward(8_000);
  await expect(notice(page)).toBeVisible();
  arrive();
  await expect(desk.panel.getByRole('heading', { level: 3 })).toHaveText('Late Sample');
  await expect(notice(page)).toHaveCount(0);
});

test('a tab older than the site reloads into the new one with its text @release', async ({ desk }) => {
  const { page } = desk;
  const id = await desk.openNew('Deploy Sample', { status: 'in_review' });
  const subject = desk.dialog.getByLabel('Subject');
  await desk.chooseMove('Interview');
  await desk.dialog.getByRole('checkbox').check();
  await subject.fill('Shall we talk?');
  await page.reload();
  await desk.openApplication(id);
  await desk.chooseMove('Interview');
  await expect(subject).toHaveValue('Shall we talk?');
  await desk.dialog.getByRole('button', { name: 'Cancel' }).click();
  await desk.chooseMove('Interview');
  await expect(subject).toHaveValue('Let us talk about what you build');
  await desk.dialog.getByRole('button', { name: 'Cancel' }).click();

  await desk.panel.getByLabel('New note').fill('Half a thought');
  // Another build: the old files are gone.
  await page.route(/\/Board\./, (route) => route.fulfill(answer404));
  await (await desk.openView()).getByRole('link', { name: 'Board' }).click();
  await expect(notice(page)).toBeVisible();
  await page.unroute(/\/Board\./);
  await notice(page).getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('main')).toContainText('Submitted');
  await desk.openApplication(id);
  await expect(desk.panel.getByLabel('New note')).toHaveValue('Half a thought');
});
