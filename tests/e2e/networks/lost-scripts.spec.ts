import type { Page, Route } from '@playwright/test';
import { findings } from '../harness/axe.ts';
import { countSaved, Join } from '../harness/join.ts';
import { Login } from '../harness/login.ts';
import { expect, test } from '../harness/product.ts';

const SCRIPTS = /\/_astro\/[^/]+\.js/;

/** Lets no time pass for the page until the test does. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
}

test('the form works although its own script, or one that it imports, fails once', async ({ page }) => {
  const join = new Join(page);
  for (const script of [/hydrate-join/, /\/react\./]) {
    let failures = 0;
    await page.route(script, (route) => (failures++ === 0 ? route.abort() : route.continue()));
    await join.open();
    await expect(page.locator('[data-deferred=join]'), String(script)).toHaveCount(0);
    await expect(join.submit).toBeDisabled();
    expect(failures, String(script)).toBeGreaterThan(0);
    await page.unroute(script);
  }
  await join.fill('sample');
  await expect(join.submit).toBeEnabled();
  await join.field('Email').fill('x');
  await expect(join.dialog.getByText('Please enter a valid email address')).toBeVisible();
});

test('the form is posted within two seconds where its scripts answer 404 for ever, and requests them again at the next press', async ({
  page,
  server,
  prefix,
}) => {
  await page.route(/hydrate-join/, (route) =>
    route.fulfill({ status: 404, body: 'Not found', contentType: 'text/plain' }),
  );
  const join = new Join(page);
  await stopClock(page);
  await join.open();
  await page.clock.runFor(2_000);
  await expect(join.submit).toBeEnabled();
  await join.fill(prefix);
  await join.submit.click();
  await expect(page).toHaveURL('/join/sent');
  expect(await countSaved(server, prefix)).toBe(1);
  // A form that has been sent is not offered again.
  await page.unroute(/hydrate-join/);
  await join.open();
  await expect(join.field('Full name')).toHaveValue('');
  await page.clock.resume();

  await page.route(/hydrate-join/, (route) => route.abort());
  await join.open();
  await expect(join.submit).toBeEnabled();
  await page.unroute(/hydrate-join/);
  await page.keyboard.press('Escape');
  await join.press();
  await expect(join.submit).toBeDisabled();
  await join.field('Email').fill('x');
  await expect(join.dialog.getByText('Please enter a valid email address')).toBeVisible();
});

test('a form whose script hangs is disabled for eight seconds and then posts; the page’s own script is requested once more after a failure, and without it the form is posted', async ({
  page,
  prefix,
}) => {
  const join = new Join(page);
  await page.route(/hydrate-join/, () => {});
  await stopClock(page);
  await join.open();
  await join.fill(prefix);
  await page.clock.runFor(7_900);
  await expect(join.submit).toBeDisabled();
  await page.clock.runFor(200);
  await expect(join.submit).toBeEnabled();
  await join.submit.click();
  await expect(page).toHaveURL('/join/sent');

  await page.unroute(/hydrate-join/);
  await page.clock.resume();
  const own = /index\.astro[^/]*\.js/;
  let failures = 0;
  await page.route(own, (route) => (failures++ === 0 ? route.abort() : route.continue()));
  await join.open();
  await expect(page.locator('[data-deferred=join]')).toHaveCount(0);
  await page.unroute(own);
  await page.route(own, (route) => route.abort());
  await join.apply(`${prefix}-own`);
  await expect(page).toHaveURL('/join/sent');
});

test('the login dialog reports a script that failed to load, requests it again, and signs in with the typed values', async ({
  page,
  admin,
}) => {
  const login = new Login(page);
  await page.route(/hydrate-login/, (route) => route.abort());
  await stopClock(page);
  await login.open();
  await page.clock.runFor(2_000);
  await expect(login.dialog.getByText('This part could not be loaded.')).toBeVisible();
  await page.clock.resume();
  expect(await findings(page)).toEqual([]);
  await login.dialog.getByLabel('Email').fill(admin.email);
  await login.dialog.getByLabel('Password').fill(admin.password);
  await page.unroute(/hydrate-login/);
  await login.dialog.getByRole('link', { name: 'Try again' }).click();
  await expect(login.dialog.getByText('This part could not be loaded.')).toBeHidden();
  await expect(page.locator('[data-deferred=login]')).toHaveCount(0);
  await login.submit.click();
  await expect(page).toHaveURL(/\/admin$/);
});

test('the confirm page whose scripts fail or hang confirms by one press', async ({ page }) => {
  await page.clock.install();
  for (const fail of [(route: Route) => route.abort(), () => {}]) {
    await page.route(SCRIPTS, fail);
    await page.goto(`/confirm-email?application_id=${crypto.randomUUID()}`, { waitUntil: 'commit' });
    await page.clock.fastForward(8_000);
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await expect(page).toHaveURL('/confirm-email/refused');
    await page.unroute(SCRIPTS);
  }
});

test('text survives a reload until it has been sent, even if it was typed before the dialog’s script', async ({
  page,
  prefix,
}) => {
  const join = new Join(page);
  // Asked for and never answered.
  await page.route('**/hydrate-join*', () => {});
  await join.open();
  await join.fill(prefix);
  await join.dialog.getByRole('checkbox').nth(1).uncheck();
  await expect(page.locator('[data-deferred]').filter({ has: join.dialog })).toHaveCount(1);
  await page.unroute('**/hydrate-join*');
  await page.reload();
  await join.press();
  await expect(join.field('Full name')).toHaveValue('Sample Builder');
  await expect(join.field('Email')).toHaveValue(`${prefix}@example.org`);
  await expect(join.dialog.getByRole('checkbox').nth(0)).toBeChecked();
  await expect(join.dialog.getByRole('checkbox').nth(1)).not.toBeChecked();
  await join.dialog.getByRole('checkbox').nth(1).check();
  await expect(join.submit).toBeEnabled();
  await page.reload();
  await join.press();
  await expect(join.submit).toBeEnabled();
  await expect(join.field('Sector(s)')).toHaveValue('Logistics');
  await join.submit.click();
  await expect(join.toast('Application submitted!')).toBeVisible();
  await page.reload();
  await join.press();
  await expect(page.locator('[data-deferred=join]')).toHaveCount(0);
  await expect(join.field('Full name')).toHaveValue('');
});
