import { goToAccount } from '../harness/account/account-menu.ts';
import { writeConfig } from '@solostead/server-testkit/servers/config';
import { startOidcIssuer, type OidcIssuer } from '@solostead/server-testkit/identity/oidc';
import { findings } from '../harness/axe.ts';
import { Login } from '../harness/account/login.ts';
import { dashboard, openAccount } from '../harness/account/own-account.ts';
import { expect, test as base } from '../harness/product.ts';
import { addApp } from '../harness/account/second-factors.ts';
import { plugInKey } from '../harness/account/security-key.ts';
import { signOut } from '../harness/account/session.ts';
import { totp } from '@solostead/server-testkit/identity/totp';

/** A server with other sign-in methods, an OpenID issuer under Google's name, companies and passkeys. */
const test = base.extend<object, { issuer: OidcIssuer; env: Readonly<Record<string, string>> }>({
  issuer: [
    async ({}, use) => {
      const issuer = await startOidcIssuer();
      await use(issuer);
      await issuer.stop();
    },
    { scope: 'worker' },
  ],
  env: [
    async ({ issuer }, use) => {
      const config = writeConfig(`
[auth]
enable_signup = false
enable_manual_linking = true
[auth.external.google]
enabled = true
client_id = "${issuer.clientId}"
secret = "${issuer.clientSecret}"
url = "${issuer.url}"
[auth.saml]
enabled = true
[auth.passkey]
enabled = true
[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
`);
      await use(config.env);
      config.remove();
    },
    { scope: 'worker' },
  ],
});

test('an external account signs an admin in, and an unknown person, passkey or company is refused @release', async ({
  page,
  server,
  issuer,
  me: { email },
}) => {
  issuer.allowRedirect(`${server.url}/auth/v1/callback`);
  issuer.signInAs({ sub: crypto.randomUUID(), email: 'unknown@example.org', email_verified: true });
  await plugInKey(page);
  const login = new Login(page);
  const failed = login.toast('Login failed');
  await login.open();
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/passkeys/authentication/options')) requests += 1;
  });
  await login.dialog.getByRole('button', { name: 'A passkey' }).dblclick();
  await expect(failed).toContainText('or this device has none for this site');
  expect(requests).toBe(1);
  await failed.getByRole('button', { name: 'Dismiss' }).click();
  await login.dialog.getByRole('button', { name: 'Your company' }).click();
  await expect(login.dialog.getByLabel('Your email at the company')).toBeFocused();
  expect(await findings(page)).toEqual([]);
  await login.dialog.getByLabel('Your email at the company').fill('me@unknown.example');
  await login.dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(failed).toContainText('No SSO provider assigned for this domain');
  await login.dialog.getByRole('button', { name: 'Google' }).click();
  await expect(failed).toContainText('Signups not allowed');
  await expect(page).toHaveURL('/');

  // Without this the issuer would answer for the person who is signed in there.
  await page.context().clearCookies();
  issuer.signInAs({ sub: crypto.randomUUID(), email, email_verified: true, name: 'Sample Admin' });
  await login.press();
  await login.dialog.getByRole('button', { name: 'Google' }).click();
  await expect(dashboard(page)).toBeVisible();
  expect(page.url()).not.toContain('code=');
  await goToAccount(page);
  const ways = page.getByRole('region', { name: 'Sign-in methods' });
  await expect(ways.getByRole('listitem')).toHaveCount(2);
  expect(await findings(page)).toEqual([]);
  const google = ways.getByRole('listitem').filter({ hasText: 'Google' });
  await google.getByRole('button', { name: 'Remove' }).click();
  await google.getByRole('button', { name: 'Really remove?' }).click();
  await expect(login.toast('Removed')).toBeVisible();
  await expect(ways).toHaveCount(0);
});

test('a passkey is added once, renamed and signs in, and a deleted one is refused', async ({ page, me }) => {
  await plugInKey(page);
  const login = new Login(page);
  const reads = /\/auth\/v1\/(passkeys|user)\b/;
  await page.route(reads, (route) => route.fulfill({ status: 500, json: {} }));
  await openAccount(page, me);
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  const ways = page.getByRole('region', { name: 'Sign-in methods' });
  await test.step('ways that could not be loaded', async () => {
    await expect(ways).toContainText('This could not be loaded.');
    await expect(passkeys).toContainText('This could not be loaded.');
    expect(await findings(page)).toEqual([]);
    await page.unroute(reads);
    await ways.getByRole('button', { name: 'Try again' }).click();
    await expect(ways).toHaveCount(0);
    await passkeys.getByRole('button', { name: 'Try again' }).click();
  });
  const signInByPasskey = async () => {
    await signOut(page);
    await login.press();
    await login.dialog.getByRole('button', { name: 'A passkey' }).click();
  };
  const passkey = passkeys.getByRole('listitem');
  await test.step('added and renamed', async () => {
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(login.toast('Passkey added')).toBeVisible();
    await expect(passkey).toContainText('Not used yet');
    await passkey.getByRole('button', { name: 'Rename' }).click();
    await expect(passkeys.getByLabel('Name', { exact: true })).toBeFocused();
    await passkeys.getByLabel('Name', { exact: true }).fill(' ');
    await page.keyboard.press('Enter');
    await expect(passkeys).toContainText('Please give it a name.');
    await passkeys.getByLabel('Name', { exact: true }).fill('Sample phone');
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(login.toast('Passkey renamed')).toBeVisible();
    await expect(passkey).toContainText('Sample phone');
    await expect(passkey.getByRole('button', { name: 'Rename: Sample phone' })).toBeFocused();
  });
  await test.step('used, also with a second factor', async () => {
    await signInByPasskey();
    await expect(dashboard(page)).toBeVisible();
    await goToAccount(page);
    await expect(passkey).toContainText(/Sample phone.*Last used/);
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(login.toast('Not done')).toContainText('already has a passkey for your account');
    const key = await addApp(page);
    await signInByPasskey();
    await expect(login.dialog.getByLabel('Six-digit code')).toBeFocused();
    await page.keyboard.type(totp(key, 1));
    await page.keyboard.press('Enter');
    await expect(dashboard(page)).toBeVisible();
    await goToAccount(page);
  });
  await test.step('removed', async () => {
    await passkey.getByRole('button', { name: 'Remove' }).click();
    await passkey.getByRole('button', { name: 'Really remove?' }).click();
    await expect(login.toast('Passkey removed')).toBeVisible();
    await signInByPasskey();
    await expect(login.toast('Login failed')).toContainText(
      'No passkey for this site on this device. Sign in with your password and add one under Your account.',
    );
  });
});
