import type { Page } from '@playwright/test';
import { writeConfig } from '@solostead/server-testkit/servers/config';
import { goToAccount } from '../harness/account/account-menu.ts';
import { findings } from '../harness/axe.ts';
import { Login } from '../harness/account/login.ts';
import { dashboard, openAccount } from '../harness/account/own-account.ts';
import { expect, test as base } from '../harness/product.ts';
import {
  PHONE,
  PHONE_CODE,
  factors,
  addKey,
  addApp,
  addPhone,
  beginApp,
  isSignedIn,
} from '../harness/account/second-factors.ts';
import { plugInKey } from '../harness/account/security-key.ts';
import { signOut } from '../harness/account/session.ts';
import { sendHeldBack } from '../harness/hold-back.ts';
import { totp } from '@solostead/server-testkit/identity/totp';

/** A server that accepts every kind of second factor. */
const test = base.extend<object, { env: Readonly<Record<string, string>> }>({
  env: [
    async ({}, use) => {
      const config = writeConfig(`
[auth]
enable_signup = false
[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
[auth.mfa.web_authn]
enroll_enabled = true
verify_enabled = true
[auth.mfa.phone]
enroll_enabled = true
verify_enabled = true
[auth.sms.test_otp]
${PHONE} = "${PHONE_CODE}"
`);
      await use(config.env);
      config.remove();
    },
    { scope: 'worker' },
  ],
});

test('a security key is added once, required after the password and used by the keyboard alone @release', async ({
  page,
  server,
  me,
}) => {
  const mine = await plugInKey(page);
  await openAccount(page, me);
  await mine.touch(false);
  await factors(page).getByRole('button', { name: 'Add a security key' }).click();
  await factors(page).getByRole('button', { name: 'Add this key' }).click();
  await expect(factors(page).getByText('Waiting for your key…')).toBeVisible();
  await factors(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(factors(page).getByRole('button', { name: 'Add a security key' })).toBeVisible();
  const stored = () =>
    server.sql(
      'select status from auth.mfa_factors where user_id = (select id from auth.users where email = $1)',
      [me.email],
    );
  await expect.poll(stored).toEqual([]);

  await mine.touch(true);
  const app = await beginApp(page);
  await factors(page).getByLabel('Six-digit code').fill(totp(app));
  const release = await sendHeldBack(page, '**/factors/*/verify', () => page.keyboard.press('Enter'));
  await page.getByRole('link', { name: 'Dashboard' }).click();
  release();
  await expect(new Login(page).toast('App added')).toBeVisible();
  await goToAccount(page);
  await factors(page).getByRole('button', { name: 'Remove' }).click();
  await factors(page).getByRole('button', { name: 'Really remove?' }).click();
  await expect.poll(stored).toEqual([]);
  await addKey(page);
  await factors(page).getByRole('button', { name: 'Add a security key' }).click();
  const name = factors(page).getByLabel('Name', { exact: true });
  await expect(name).toHaveValue('Security key 2');
  await name.fill(' Security key ');
  await page.keyboard.press('Enter');
  await expect(name).toHaveAccessibleDescription(/has this name/);
  expect(await findings(page)).toEqual([]);
  await name.fill('Once more');
  await page.keyboard.press('Enter');
  await expect(new Login(page).toast('Not done')).toContainText('already on your account');
  await page.reload();
  await expect(factors(page).getByRole('listitem')).toContainText('Security key');
  await signOut(page);

  const login = new Login(page);
  await page.getByRole('button', { name: 'Admin Login' }).first().focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type(me.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await expect(login.toast('Login failed')).toBeVisible();
  await expect(login.dialog.getByLabel('Password')).toBeFocused();
  await page.keyboard.type(me.password);
  await page.keyboard.press('Enter');
  await expect(login.dialog.getByText('Your account has the security key “Security key”')).toBeVisible();
  await expect(login.toast('Login failed')).toHaveCount(0);
  expect(await findings(page)).toEqual([]);
  await expect(login.dialog.getByRole('button', { name: 'Use security key' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin');
  await expect(login.toast('Welcome')).toContainText('Signed in successfully.');
  await expect(dashboard(page)).toBeVisible();
  await signOut(page);

  await mine.unplug();
  await plugInKey(page);
  await login.signIn(me);
  await expect(login.dialog.getByRole('button', { name: 'Use security key' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(login.toast('Login failed')).toContainText('The key was not used');
  await expect(login.dialog).toBeVisible();
  await page.goto('/admin');
  await expect(page.getByRole('button', { name: 'Use security key' })).toBeFocused();
  await expect(dashboard(page)).toBeHidden();
  await expect(page.getByRole('link', { name: 'Skip to content' })).not.toBeInViewport();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/');
  expect(await isSignedIn(page)).toBe(false);
});

/** Returns true if the page or its open dialog is wider than the window. */
const isTooWide = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open]')].some(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    ),
  );

test('of several second factors the last used one is requested, and another can be chosen', async ({
  page,
  server,
  me,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await plugInKey(page);
  await openAccount(page, me);
  const name = 'A-very-long-name-in-one-word-that-a-person-gave-to-a-key-of-theirs';
  await addKey(page, name);
  await addApp(page);
  await addPhone(page, server);
  await page.reload();
  await expect(factors(page).getByRole('listitem')).toHaveCount(3);
  await expect(factors(page)).toContainText(`+${PHONE}`);
  expect(await isTooWide(page)).toBe(false);
  await factors(page).getByRole('button', { name: 'Add a security key' }).click();
  expect(await isTooWide(page)).toBe(false);
  expect(await findings(page)).toEqual([]);
  await signOut(page);

  const login = new Login(page);
  await login.signIn(me);
  const step = login.dialog;
  await expect(step.getByRole('button', { name: 'Send code' })).toBeFocused();
  await expect(step).toContainText(`ends in ${PHONE.slice(-2)}`);
  await expect(step).not.toContainText(PHONE);
  for (const way of [/^Security key/, 'Use a recovery code', 'Authenticator app', /^Text message/]) {
    await step.getByRole('button', { name: way }).click();
    expect(await isTooWide(page), String(way)).toBe(false);
  }
  await expect(step.getByRole('button', { name: 'Send code' })).toBeFocused();
  await page.keyboard.press('Enter');
  const message = step.getByLabel('Code from the message');
  await expect(message).toBeFocused();
  expect(await findings(page)).toEqual([]);
  await message.fill('111111');
  await page.keyboard.press('Enter');
  await expect(message).toHaveAccessibleDescription(
    'That is not the code we sent last. Use the one in the latest message.',
  );
  await server.sql("update auth.mfa_challenges set created_at = created_at - interval '1 hour'");
  await message.fill(PHONE_CODE);
  await page.keyboard.press('Enter');
  await expect(login.toast('Login failed')).toContainText('This took too long. Please try once more.');
  await step.getByRole('button', { name: 'Send another code' }).click();
  await expect(message).toHaveValue('');
  await expect(message).toBeFocused();
  await message.fill(PHONE_CODE);
  await page.keyboard.press('Enter');
  await expect(dashboard(page)).toBeVisible();

  await goToAccount(page);
  const phone = factors(page).getByRole('listitem').filter({ hasText: PHONE });
  await phone.getByRole('button', { name: 'Remove' }).click();
  await phone.getByRole('button', { name: 'Really remove?' }).click();
  await page.getByRole('button', { name: `Security key “${name}”` }).click();
  await page.getByRole('button', { name: 'Use security key' }).click();
  await expect(factors(page).getByRole('listitem')).toHaveCount(2);
});
