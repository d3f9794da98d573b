import { expect, type Page } from '@playwright/test';
import { testKeys } from '@solostead/server-testkit/servers/keys';

/** The session's key in the browser's storage. */
export const SESSION = 'sb-solostead-auth-token';

interface Account {
  readonly email: string;
  readonly password: string;
}

/** Signs this person in and returns the session as the auth service answers it. `origin` is the page's base by default. */
export async function sessionOf(page: Page, { email, password }: Account, origin = ''): Promise<string> {
  const answer = await page.request.post(`${origin}/auth/v1/token?grant_type=password`, {
    headers: { apikey: testKeys.publishable },
    data: { email, password },
  });
  if (!answer.ok()) throw new Error(`No session for ${email}: ${answer.status()}`);
  return answer.text();
}

/**
 * Creates a session of this person, which the first page of `page` finds as if the login dialog had stored it, for
 * tests about later steps.
 */
export const putSession = async (page: Page, who: Account, origin?: string): Promise<void> =>
  storeSession(page, await sessionOf(page, who, origin));

/** Stores a session as the auth service answers it. Pages that are opened later find what became of it. */
export async function storeSession(page: Page, session: string): Promise<void> {
  await page.addInitScript(
    ([key, stored, isPut]) => {
      if (sessionStorage.getItem(isPut)) return;
      sessionStorage.setItem(isPut, 'yes');
      localStorage.setItem(key, stored);
    },
    [SESSION, session, `test.${crypto.randomUUID()}`] as const,
  );
}

/** Makes the stored session one that ended an hour ago, so that the next call or page refreshes it. */
export const expireSession = (page: Page) =>
  page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key)!) as { access_token: string; expires_at: number };
    const [head, claims = '', signature] = session.access_token.split('.');
    const { exp, iat, ...rest } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as {
      exp: number;
      iat: number;
    };
    const age = exp - Date.now() / 1000 + 3_600;
    const ended = btoa(JSON.stringify({ ...rest, exp: exp - age, iat: iat - age }));
    const access_token = [head, ended, signature].join('.');
    localStorage.setItem(
      key,
      JSON.stringify({ ...session, access_token, expires_at: session.expires_at - age }),
    );
  }, SESSION);

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await expect(page).toHaveURL(/\/$/);
}
