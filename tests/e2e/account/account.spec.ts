import type { Page } from '@playwright/test';
import { expect, test } from '../harness/product.ts';
import { findingsInBothSchemes } from '../harness/axe.ts';
import { Login } from '../harness/account/login.ts';
import { latestMail, linkPage } from '../harness/account/mailed-link.ts';
import { dashboard, openAccount, sessionsOf } from '../harness/account/own-account.ts';
import { haveApp } from '../harness/account/second-factors.ts';
import { signOut } from '../harness/account/session.ts';
import { totp } from '@solostead/server-testkit/identity/totp';
import { postJson } from '@solostead/server-testkit/network/post-json';

const WRONG_CODE = 'That is not the current code. Enter the six digits your app shows now.';

const panel = (page: Page, name: string) => page.getByRole('region', { name });

async function setPassword(page: Page, password: string) {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Repeat the new password').fill(password);
  await page.getByRole('button', { name: 'Save password' }).click();
}

test('an authenticator app: added with picture and key, required at sign-in', async ({ page, me }) => {
  await openAccount(page, me);
  const login = new Login(page);
  const apps = panel(page, 'Second factor');
  await apps.getByRole('button', { name: 'Add an authenticator app' }).click();
  const name = apps.getByLabel('Name', { exact: true });
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Authenticator app');
  await name.fill('Work phone');
  await page.keyboard.press('Enter');
  await expect(apps.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expect(page.getByText('This browser')).toBeVisible();
  expect(await findingsInBothSchemes(page)).toEqual([]);
  const key = (await apps.locator('code').textContent()) ?? '';
  await expect(apps.getByLabel('Six-digit code')).toBeFocused();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(apps.getByLabel('Six-digit code')).toHaveAccessibleDescription(WRONG_CODE);
  await expect(apps.getByLabel('Six-digit code')).toHaveAttribute('aria-invalid', 'true');
  await expect(apps.getByLabel('Six-digit code')).toBeFocused();
  await page.keyboard.type(totp(key));
  await page.keyboard.press('Enter');
  await expect(login.toast('App added')).toBeVisible();
  await expect(apps.getByRole('listitem')).toContainText('Work phone');
  await page.getByRole('button', { name: 'I saved them' }).click();
  await expect(apps.getByRole('button', { name: 'Add a security key' })).toHaveCount(0);
  await signOut(page);

  await login.signIn(me);
  const code = login.dialog.getByLabel('Six-digit code');
  await expect(code).toBeFocused();
  await code.fill('000 000');
  await login.dialog.getByRole('button', { name: 'Verify code' }).click();
  await expect(code).toHaveAccessibleDescription(WRONG_CODE);
  await expect(code).toBeFocused();
  // A code works once. The next one is accepted up to half a minute early.
  await code.fill(totp(key, 1));
  await page.keyboard.press('Enter');
  await expect(dashboard(page)).toBeVisible();
});

test('a forgotten password with an authenticator app: the link alone signs no one in, the code is required first', async ({
  page,
  server,
  me,
}) => {
  const { email } = me;
  const { key } = await haveApp(server, me);
  await page.goto(await linkPage(server, email, 'recovery'));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(`Signing in as ${email}.`)).toBeVisible();
  await expect(page.getByLabel('Six-digit code')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Set your password' })).toBeHidden();
  await page.getByLabel('Six-digit code').fill(totp(key, 1));
  await page.keyboard.press('Enter');
  await setPassword(page, 'a new passphrase of mine');
  await expect(new Login(page).toast('Password saved')).toBeVisible();
  await expect(dashboard(page)).toBeVisible();
});

test('changing the password long after the sign-in requires a mailed code', async ({ page, server, me }) => {
  const { email } = me;
  await openAccount(page, me);
  const password = page.getByLabel('New password', { exact: true });
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(password).toBeFocused();
  await password.fill('long enough');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByLabel('Repeat the new password')).toBeFocused();
  await setPassword(page, 'short');
  await expect(password).toHaveAccessibleDescription(/at least 8/);
  await server.sql(
    `update auth.sessions set created_at = now() - interval '2 days'
      where user_id = (select id from auth.users where email = $1)`,
    [email],
  );
  await setPassword(page, 'another passphrase');
  const code = page.getByLabel('Code from the email we sent you');
  await expect(code).toBeFocused();
  await code.fill('000000');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(code).toHaveAccessibleDescription(/This code is wrong/);
  await page.getByRole('button', { name: 'Send another code' }).click();
  await expect(new Login(page).toast('Check your email')).toContainText('Another code');
  await code.fill(/\b\d{6}\b/.exec(await latestMail(server, email, 2))?.[0] ?? '');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(new Login(page).toast('Password saved')).toBeVisible();

  await page.getByRole('link', { name: 'Dashboard', exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeFocused();
});

test('other sessions are listed and can be signed out, one or all, which a double click does not confirm', async ({
  page,
  server,
  me,
}) => {
  for (const _ of ['one browser', 'another'])
    await postJson(server, '/auth/v1/token?grant_type=password', me, {
      'user-agent': 'X11; Linux Firefox/140.0',
    });
  await openAccount(page, me);
  const sessions = panel(page, 'Where you are signed in');
  await expect(sessions.getByRole('listitem')).toHaveCount(3);
  await expect(sessions.getByText('Firefox on Linux')).toHaveCount(2);
  await expect(sessions.getByText('This browser')).toHaveCount(1);
  await sessions.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect.poll(() => sessionsOf(server, me.email)).toHaveLength(1);
  await sessions.getByRole('button', { name: 'Sign out everywhere' }).dblclick();
  const confirming = sessions.getByRole('button', { name: 'Really, here too?' });
  await expect(confirming).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(new Login(page).toast('Signed out everywhere')).toBeVisible();
  await expect.poll(() => sessionsOf(server, me.email)).toEqual([]);
});
