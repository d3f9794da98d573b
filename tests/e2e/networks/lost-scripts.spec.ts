import type { Page, Route } from '@playwright/test';
import { Login } from '../harness/account/login.ts';
import { countSaved, Join } from '../harness/join.ts';
import { expect, test } from '../harness/product.ts';

const SCRIPTS = /\/_astro\/[^/]+\.js/;

/** Lets no time pass for the page until the test does. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
}

test('the form is posted if its script, or an import, fails', async ({ page, server, prefix }) => {
  const join = new Join(page);
  const failures = {
    'hydrate-join': (route: Route) =>
      route.fulfill({ status: 404, body: 'Not found', contentType: 'text/plain' }),
    react: (route: Route) => route.abort(),
  };
  for (const [script, fail] of Object.entries(failures)) {
    await page.route(`**/_astro/${script}.*`, fail);
    await join.open();
    await expect(join.submit, script).toBeEnabled();
    await join.fill(`${prefix}-${script}`);
    await join.submit.click();
    await expect(page).toHaveURL('/join/sent');
    await page.unroute(`**/_astro/${script}.*`);
  }
  for (const script of Object.keys(failures)) expect(await countSaved(server, `${prefix}-${script}`)).toBe(1);
  // A form that has been sent is not offered again.
  await join.open();
  await expect(join.field('Full name')).toHaveValue('');
  await join.field('Email').fill('x');
  await expect(join.dialog.getByText('Please enter a valid email address')).toBeVisible();
});

test('a form whose script hangs posts after eight seconds @release', async ({ page, prefix }) => {
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
  await page.route(/index\.astro[^/]*\.js/, (route) => route.abort());
  await join.apply(`${prefix}-own`);
  await expect(page).toHaveURL('/join/sent');
});

test('a login dialog whose script fails shows one line with Reload, which helps', async ({ page, admin }) => {
  const login = new Login(page);
  await page.route(/hydrate-login/, (route) => route.abort());
  await login.open();
  await expect(login.dialog.getByText('This part could not be loaded.')).toBeVisible();
  await page.unroute(/hydrate-login/);
  await login.dialog.getByRole('link', { name: 'Reload' }).click();
  await expect(login.dialog).toBeHidden();
  await login.signIn(admin);
  await expect(page).toHaveURL(/\/admin$/);
});

test('the confirm page whose scripts fail or hang confirms by one press @release', async ({ page }) => {
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
