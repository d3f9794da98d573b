import { expect, type Page } from '@playwright/test';
import { testKeys } from '../../../server/tests/harness/servers/keys.ts';

/** The session's key in the browser's storage. */
export const SESSION = 'sb-solostead-auth-token';

/**
 * Creates a session of this person, which the first page of `page` finds as if the login dialog had stored it, for
 * tests about later steps. `origin` is the page's base by default.
 */
export async function putSession(
  page: Page,
  { email, password }: { email: string; password: string },
  origin = '',
): Promise<void> {
  const answer = await page.request.post(`${origin}/auth/v1/token?grant_type=password`, {
    headers: { apikey: testKeys.publishable },
    data: { email, password },
  });
  if (!answer.ok()) throw new Error(`No session for ${email}: ${answer.status()}`);
  // Pages that are opened later find what became of it.
  await page.addInitScript(
    ([key, session, isPut]) => {
      if (sessionStorage.getItem(isPut)) return;
      sessionStorage.setItem(isPut, 'yes');
      localStorage.setItem(key, session);
    },
    [SESSION, await answer.text(), `test.${crypto.randomUUID()}`] as const,
  );
}

/** Makes the stored session one that ended, so that the next page refreshes it. */
export const expireSession = (page: Page) =>
  page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key)!) as object;
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  }, SESSION);

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await expect(page).toHaveURL(/\/$/);
}
