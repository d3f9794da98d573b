import type { Page } from '@playwright/test';
import type { TestServer } from '../../../harness/servers/server.ts';
import { Login } from './login.ts';
import { expect } from '../product.ts';
import { SESSION } from './session.ts';
import { totp } from '@solostead/server-testkit/identity/totp';
import { postJson } from '@solostead/server-testkit/network/post-json';

export const PHONE = '15550199077';
export const PHONE_CODE = '424242';

export const factors = (page: Page) => page.getByRole('region', { name: 'Second factor' });
export const isSignedIn = (page: Page) => page.evaluate((key) => localStorage.getItem(key) !== null, SESSION);

/** Returns true if the next factor is the first, which brings recovery codes. */
const hasNone = async (page: Page) => {
  await expect(factors(page).getByRole('button', { name: 'Add an authenticator app' })).toBeVisible();
  return (await factors(page).getByRole('listitem').count()) === 0;
};

export async function addKey(page: Page, name?: string) {
  const isFirst = await hasNone(page);
  await factors(page).getByRole('button', { name: 'Add a security key' }).click();
  if (name) await factors(page).getByLabel('Name', { exact: true }).fill(name);
  await factors(page).getByRole('button', { name: 'Add this key' }).click();
  await expect(new Login(page).toast('Security key added')).toBeVisible();
  // The next key's name depends on the list.
  await expect(
    factors(page)
      .getByRole('listitem')
      .filter({ hasText: name ?? 'Security key' }),
  ).toBeVisible();
  if (isFirst) await keepCodes(page);
}

/** The region where the account's recovery codes are counted, and where new ones are shown once. */
export const recoveryCodes = (page: Page) =>
  page.getByRole('region', { name: 'Recovery codes', exact: true });

/** Puts away the codes that a first second factor brings. */
export const keepCodes = (page: Page) =>
  recoveryCodes(page).getByRole('button', { name: 'I saved them' }).click();

/** Begins to add an app and returns its key. */
export async function beginApp(page: Page, name?: string): Promise<string> {
  await factors(page).getByRole('button', { name: 'Add an authenticator app' }).click();
  if (name) await factors(page).getByLabel('Name', { exact: true }).fill(name);
  await factors(page).getByRole('button', { name: 'Continue' }).click();
  return (await factors(page).locator('code').textContent()) ?? '';
}

/** Adds an app and returns its key. */
export async function addApp(page: Page, name?: string): Promise<string> {
  const isFirst = await hasNone(page);
  const key = await beginApp(page, name);
  await factors(page).getByLabel('Six-digit code').fill(totp(key));
  await factors(page).getByRole('button', { name: 'Add this app' }).click();
  await expect(new Login(page).toast('App added')).toBeVisible();
  if (isFirst) await keepCodes(page);
  return key;
}

/** Asks the service for something of the factors of who holds the token. */
async function postFactors<Answer>(server: TestServer, token: string, path: string, data: object) {
  const answer = await postJson(server, `/auth/v1/factors${path}`, data, {
    authorization: `Bearer ${token}`,
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

/** An authenticator app's key, and the session that was raised by its first code, as the service answers it. */
interface App {
  readonly key: string;
  readonly session: { readonly access_token: string };
}

/** Gives the account an authenticator app before a browser knows it. */
export async function haveApp(server: TestServer, me: { email: string; password: string }): Promise<App> {
  const signedIn = await postJson(server, '/auth/v1/token?grant_type=password', me);
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const { id, totp: app } = await postFactors<{ id: string; totp: { secret: string } }>(server, token, '', {
    factor_type: 'totp',
    friendly_name: 'Authenticator app',
  });
  const challenge = await postFactors<{ id: string }>(server, token, `/${id}/challenge`, {});
  const proof = { challenge_id: challenge.id, code: totp(app.secret) };
  const session = await postFactors<App['session']>(server, token, `/${id}/verify`, proof);
  return { key: app.secret, session };
}

/** Gives an account with an app its recovery codes, and returns them. */
export async function haveRecoveryCodes(server: TestServer, { session }: App): Promise<readonly string[]> {
  const made = await postFactors<{ codes: readonly string[] }>(
    server,
    session.access_token,
    '/recovery-codes',
    {},
  );
  return made.codes;
}

/** Adds a phone through the API, because the site has no form for it. */
export async function addPhone(page: Page, server: TestServer) {
  const token = await page.evaluate(
    (key) => (JSON.parse(localStorage.getItem(key)!) as { access_token: string }).access_token,
    SESSION,
  );
  const { id } = await postFactors<{ id: string }>(server, token, '', { factor_type: 'phone', phone: PHONE });
  const challenge = await postFactors<{ id: string }>(server, token, `/${id}/challenge`, { channel: 'sms' });
  await postFactors(server, token, `/${id}/verify`, { challenge_id: challenge.id, code: PHONE_CODE });
}

/** With the secret key, for an admin who lost all factors. */
export async function removeFactorsElsewhere(page: Page, server: TestServer, email: string) {
  // The recovery codes go with the last of them.
  const rows = await server.sql<{ id: string; user_id: string }>(
    `select f.id, f.user_id from auth.mfa_factors f join auth.users u on u.id = f.user_id
     where u.email = $1 and f.factor_type <> 'recovery_code'`,
    [email],
  );
  for (const { id, user_id } of rows) {
    const answer = await page.request.delete(`${server.url}/auth/v1/admin/users/${user_id}/factors/${id}`, {
      headers: { apikey: server.secretKey, authorization: `Bearer ${server.secretKey}` },
    });
    expect(answer.status()).toBe(200);
  }
}
