import type { Page, Route } from '@playwright/test';
import { findingsInBothSchemes } from '../harness/axe.ts';
import { countSaved, Join } from '../harness/join.ts';
import { Login } from '../harness/login.ts';
import { expect, test } from '../harness/product.ts';

const SCRIPTS = /\/_astro\/[^/]+\.js/;
const pathOf = (route: Route) => new URL(route.request().url()).pathname;

/** Lets no time pass for the page until the test does. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
}

/** The scripts that the join form is made of, the page's own apart. */
async function formScripts(page: Page): Promise<string[]> {
  await page.goto('/', { waitUntil: 'networkidle' });
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (SCRIPTS.test(pathname)) asked.add(pathname);
  });
  const join = new Join(page);
  await join.press();
  await expect(join.submit).toBeDisabled();
  await expect(page.locator('[data-deferred=join]')).toHaveCount(0);
  return [...asked];
}

test('the form works although each of its scripts fails once', async ({ page, server, prefix }) => {
  test.slow();
  // A visit for each script: what it would only look at is left out.
  await page.route(/\.(avif|webp|mp4|webm|woff2)$/, (route) => route.abort());
  const scripts = await formScripts(page);
  expect(scripts.length).toBeGreaterThan(3);
  const join = new Join(page);
  for (const script of scripts) {
    let failures = 0;
    await page.route(SCRIPTS, (route) =>
      pathOf(route) === script && failures++ === 0 ? route.abort() : route.continue(),
    );
    await join.open();
    await expect(page.locator('[data-deferred=join]'), script).toHaveCount(0);
    await expect(join.submit).toBeDisabled();
    expect(failures, script).toBeGreaterThan(0);
    await page.unroute(SCRIPTS);
  }
  await join.fill(prefix);
  await join.submit.click();
  await expect(join.toast('Application submitted!')).toBeVisible();
  expect(await countSaved(server, prefix)).toBe(1);
});

test('the form is posted within two seconds where its scripts answer 404 for ever', async ({
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
});

test('a form whose script hangs is disabled for eight seconds and then posts', async ({ page, prefix }) => {
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
});

test('a form whose scripts failed requests them again at the next press', async ({ page }) => {
  const join = new Join(page);
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

test('the page’s own script is requested once more after a failure, and without it the form is posted', async ({
  page,
  prefix,
}) => {
  const own = /index\.astro[^/]*\.js/;
  let failures = 0;
  await page.route(own, (route) => (failures++ === 0 ? route.abort() : route.continue()));
  const join = new Join(page);
  await join.open();
  await expect(page.locator('[data-deferred=join]')).toHaveCount(0);
  await page.unroute(own);
  await page.route(own, (route) => route.abort());
  await join.open();
  await join.fill(prefix);
  await join.submit.click();
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
  expect(await findingsInBothSchemes(page)).toEqual([]);
  await login.dialog.getByLabel('Email').fill(admin.email);
  await login.dialog.getByLabel('Password').fill(admin.password);
  await page.unroute(/hydrate-login/);
  await login.dialog.getByRole('link', { name: 'Try again' }).click();
  await expect(login.dialog.getByText('This part could not be loaded.')).toBeHidden();
  await expect(page.locator('[data-deferred=login]')).toHaveCount(0);
  await login.submit.click();
  await expect(page).toHaveURL(/\/admin$/);
});

for (const [how, fail] of Object.entries({ abort: (route: Route) => route.abort(), hang: () => {} }))
  test(`the confirm page whose scripts ${how} confirms by one press`, async ({ page }) => {
    await page.route(SCRIPTS, fail);
    await page.clock.install();
    await page.goto(`/confirm-email?application_id=${crypto.randomUUID()}`, { waitUntil: 'commit' });
    await page.clock.fastForward(8_000);
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await expect(page).toHaveURL('/confirm-email/refused');
  });
