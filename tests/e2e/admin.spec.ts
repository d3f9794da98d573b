import type { Page } from '@playwright/test';
import { expect, test } from './harness/product.ts';
import { Login } from './harness/account/login.ts';
import { dashboard, endSessions, enter } from './harness/account/own-account.ts';
import { holdBack } from './harness/hold-back.ts';
import { expireSession, putSession, SESSION, signOut } from './harness/account/session.ts';

const ROLES = '**/rest/v1/user_roles*';
const TOKEN = '**/auth/v1/token*';

const sessionIn = (page: Page) => page.evaluate((key) => localStorage.getItem(key), SESSION);

/** Returns a function that returns true if the dashboard was ever in the page, however briefly. */
async function watchForDashboard(page: Page): Promise<() => boolean> {
  let seen = false;
  await page.exposeFunction('dashboardSeen', () => (seen = true));
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent === 'Admin Dashboard')
        (globalThis as unknown as { dashboardSeen: () => void }).dashboardSeen();
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return () => seen;
}

test('the login dialog stays open with the reason of a failure (contract P2.10, P3.4, P4.5, P5.9, P8.7)', async ({
  page,
  admin,
}) => {
  const login = new Login(page);
  await page.clock.install();
  await test.step('an admin address opens it once', async () => {
    await page.goto('/admin?status=interview&sort=name');
    await expect(page).toHaveURL('/');
    await expect(login.dialog.getByLabel('Email')).toBeFocused();
    await page.reload();
    await expect(login.dialog).toBeHidden();
    await login.press();
    await expect(login.dialog.getByLabel('Email')).toBeFocused();
  });
  await login.dialog.getByLabel('Email').fill(admin.email);
  await login.dialog.getByLabel('Email').press('Enter');
  await expect(login.toast('Missing credentials')).toContainText('Please enter email and password.');

  await page.route(TOKEN, (route) => route.abort());
  await login.send(admin);
  await expect(login.toast('Login failed')).toContainText('Please check your credentials.');
  await expect(login.dialog.getByLabel('Password')).toHaveAccessibleDescription(
    'No connection. Nothing was sent.',
  );
  await login.toast('Login failed').getByRole('button', { name: 'Dismiss' }).click();
  await expect(login.submit).toBeFocused();
  await page.unroute(TOKEN);
  await login.send({ ...admin, password: 'wrong-password' });
  await expect(login.toast('Login failed')).toContainText('Invalid login credentials');
  await expect(login.dialog).toBeVisible();
  await expect(login.dialog.getByLabel('Password')).toBeFocused();

  const release = await holdBack(page, TOKEN);
  await page.keyboard.type(admin.password);
  await page.keyboard.press('Enter');
  await expect(login.submit).toHaveText('Signing in…');
  release();
  await expect(page).toHaveURL('/admin?status=interview&sort=name');
  await expect(login.toast('Welcome')).toContainText('Signed in successfully.');
  await expect(dashboard(page)).toBeVisible();
  await expect(page).toHaveTitle('Admin Dashboard');
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3_000);
  await expect(login.toast('Welcome')).toHaveCount(0);
});

test('a closed login dialog signs no one in, and credentials sent before the script sign in @release', async ({
  page,
  admin,
}) => {
  const login = new Login(page);
  const sendHeldBack = async () => {
    const answer = await holdBack(page, TOKEN);
    await login.send(admin);
    await expect(login.submit).toHaveText('Signing in…');
    return answer;
  };
  const expectSignedOut = async (answer: () => void) => {
    const signedOut = page.waitForResponse('**/auth/v1/logout*');
    answer();
    await signedOut;
    await expect.poll(() => sessionIn(page)).toBeNull();
  };
  await page.goto('/admin?view=account');
  await expect(login.dialog.getByLabel('Email')).toBeFocused();
  const closed = await sendHeldBack();
  await page.keyboard.press('Escape');
  await expect(login.dialog).toBeHidden();
  await expectSignedOut(closed);
  await expect(page).toHaveURL('/');

  await login.press();
  const ledOn = await sendHeldBack();
  await login.dialog.getByRole('button', { name: 'Forgot your password?' }).click();
  await expectSignedOut(ledOn);
  await expect(login.dialog.getByRole('button', { name: 'Send link' })).toBeVisible();
  await page.keyboard.press('Escape');

  await login.press();
  const reopened = await sendHeldBack();
  await page.keyboard.press('Escape');
  await login.press();
  await expect(login.submit).toHaveText('Signing in…');
  reopened();
  await expect(dashboard(page)).toBeVisible();
  await expect(page).toHaveURL('/admin');

  await signOut(page);
  const release = await holdBack(page, '**/_astro/*.js');
  await page.reload({ waitUntil: 'commit' });
  await page.locator('footer').waitFor();
  await login.press();
  await login.send(admin);
  await expect(login.dialog).toBeVisible();
  expect(page.url()).not.toContain('password');
  release();
  await expect(page).toHaveURL('/admin');
});

test('Go to site and Sign out lead home, and an ended session leads there with a notice (contract P2.10, P4.4)', async ({
  page,
  server,
  me,
}) => {
  const login = new Login(page);
  await enter(page, me);
  await page.getByRole('button', { name: 'Go to site' }).click();
  await expect(page).toHaveURL('/');
  await login.press();
  await expect(login.dialog).toContainText(`You are signed in as ${me.email}.`);
  await login.dialog.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(dashboard(page)).toBeVisible();
  await signOut(page);
  await page.waitForLoadState('networkidle');
  await expect(login.toast('Signed out')).toHaveCount(0);
  expect(await sessionIn(page)).toBeNull();
  await page.goto('/admin');
  await expect(page).toHaveURL('/');
  await page.waitForLoadState('networkidle');
  await expect(login.dialog).toBeHidden();

  await putSession(page, me);
  // A picture of the site stores the session, and nothing of it asks for anything.
  await page.goto('/favicon.svg');
  await endSessions(server, me.email);
  await expireSession(page);
  await page.goto('/admin');
  await expect(page).toHaveURL('/');
  await expect(login.toast('Signed out')).toContainText('Please sign in again.');
});

test('a failed lookup of the role keeps the session, and a missing role signs out (contract P6.1, P6.2)', async ({
  page,
  admin,
}) => {
  const seen = await watchForDashboard(page);
  const login = new Login(page);
  await putSession(page, admin);
  await page.route(ROLES, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/admin');
  await expect(page).toHaveURL('/');
  await expect(login.toast('Error')).toContainText('Unable to verify permissions.');
  expect(await sessionIn(page)).not.toBeNull();
  await page.route(ROLES, (route) => route.fulfill({ json: [] }));
  // The person has no invitation either.
  await page.route('**/rpc/accept_invitation', (route) => route.fulfill({ json: false }));
  await page.goto('/admin');
  await expect(login.toast('Access denied')).toContainText('You do not have admin permissions.');
  await expect(page).toHaveURL('/');
  expect(await sessionIn(page)).toBeNull();
  expect(seen()).toBe(false);
});
