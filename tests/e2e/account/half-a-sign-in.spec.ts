import { findings } from '../harness/axe.ts';
import { Login } from '../harness/account/login.ts';
import { dashboard, endSessions } from '../harness/account/own-account.ts';
import { expect, test } from '../harness/product.ts';
import { holdBack } from '../harness/hold-back.ts';
import { Desk } from '../harness/review-desk.ts';
import { isSignedIn, haveApp, removeFactorsElsewhere } from '../harness/account/second-factors.ts';
import { expireSession, SESSION, storeSession } from '../harness/account/session.ts';
import { totp } from '@solostead/server-testkit/identity/totp';

test('an unfinished sign-in starts again with the password', async ({ page, context, server, me }) => {
  const { key } = await haveApp(server, me);
  const login = new Login(page);
  const code = login.dialog.getByLabel('Six-digit code');
  await test.step('closed', async () => {
    await login.signIn(me);
    await expect(code).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(login.dialog).toBeHidden();
    await expect.poll(() => isSignedIn(page)).toBe(false);
    await login.press();
    await expect(login.dialog.getByLabel('Password')).toBeVisible();
  });

  await test.step('cancelled while it is verified', async () => {
    await login.send(me);
    await expect(code).toBeFocused();
    const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
    const proven = await page.evaluate((key) => localStorage.getItem(key)!, SESSION);
    await page.route(
      '**/factors/*/verify',
      async (route) => {
        await cancelled;
        await route.fulfill({ contentType: 'application/json', body: proven });
      },
      { times: 1 },
    );
    const signOut = await holdBack(page, '**/auth/v1/logout*');
    const verification = page.waitForResponse('**/factors/*/verify');
    await code.fill('123456');
    await page.keyboard.press('Enter');
    await expect(login.dialog.getByText('Signing in…')).toBeVisible();
    await login.dialog.getByRole('button', { name: 'Cancel' }).click();
    cancel();
    await verification;
    signOut();
    await expect(login.dialog.getByLabel('Email')).toBeFocused();
    await expect.poll(() => isSignedIn(page)).toBe(false);
    await expect(page).toHaveURL('/');
  });

  await test.step('ended elsewhere', async () => {
    await login.send(me);
    await expect(code).toBeFocused();
    await endSessions(server, me.email);
    await code.fill('123456');
    await page.keyboard.press('Enter');
    await expect(login.toast('Signed out')).toContainText('Please sign in again.');
    await expect(login.dialog.getByLabel('Email')).toHaveValue(me.email);
    await expect(login.dialog.getByLabel('Password')).toBeFocused();
  });

  await test.step('finished, with another tab', async () => {
    await login.send(me);
    await expect(code).toBeFocused();
    const other = await context.newPage();
    await other.goto('/admin');
    await expect(other.getByLabel('Six-digit code')).toBeVisible();
    await code.fill(totp(key, 1));
    await login.dialog.getByRole('button', { name: 'Verify code' }).click();
    await expect(dashboard(page)).toBeVisible();
    await expect(dashboard(other)).toBeVisible();
  });
});

test('an unfinished sign-in reports second factors that fail @release', async ({ page, server, me }) => {
  await haveApp(server, me);
  const off = { enroll: false, verify: false };
  await page.route('**/auth/v1/settings', (route) =>
    route.fulfill({ json: { mfa: { totp: off, phone: off, webauthn: off, recovery_code: off } } }),
  );
  const login = new Login(page);
  await login.signIn(me);
  await expect(login.dialog).toContainText('cannot be used here at the moment');
  expect(await findings(page)).toEqual([]);
  await login.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(login.dialog.getByLabel('Email')).toBeFocused();
  await expect.poll(() => isSignedIn(page)).toBe(false);
  await expect(login.dialog).not.toContainText('You are signed in');
  await page.unroute('**/auth/v1/settings');

  await page.route('**/auth/v1/user', (route) => route.abort());
  await login.signIn(me);
  await expect(login.dialog.getByRole('alert').first()).toContainText('could not be loaded');
  expect(await findings(page)).toEqual([]);
  await page.unroute('**/auth/v1/user');
  await login.dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(login.dialog.getByLabel('Six-digit code')).toBeFocused();
  await removeFactorsElsewhere(page, server, me.email);
  await page.goto('/admin');
  await expect(dashboard(page)).toBeVisible();
});

test('keeps unsaved text when the second factor is due @release', async ({ page, server, me, prefix }) => {
  const { key, session } = await haveApp(server, me);
  await storeSession(page, JSON.stringify(session));
  const desk = new Desk(page, server, prefix);
  await desk.openNew(`Half ${prefix}`);
  await desk.panel.getByLabel('New note').fill('Half a thought');
  // The effect of removing another factor elsewhere on this session, and the renewal that is due by then.
  await server.sql(
    `update auth.sessions set aal = 'aal1', factor_id = null
      where user_id = (select id from auth.users where email = $1)`,
    [me.email],
  );
  await expireSession(page);
  await desk.panel.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText(`Signing in as ${me.email}.`)).toBeVisible();
  await expect(page.getByLabel('Six-digit code')).toBeFocused();
  await expect(desk.panel).toHaveCount(0);
  // Even when it ends for good in the meantime.
  await endSessions(server, me.email);
  await page.getByLabel('Six-digit code').fill('123456');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  const login = new Login(page);
  await login.press();
  await login.send(me);
  await login.dialog.getByLabel('Six-digit code').fill(totp(key, 1));
  await page.keyboard.press('Enter');
  await expect(desk.panel.getByLabel('New note')).toHaveValue('Half a thought');
});
