import type { Page } from '@playwright/test';
import { testKeys } from '../../harness/servers/keys.ts';

/** Where the site keeps who is signed in. */
export const SESSION = 'sb-solostead-auth-token';

/**
 * Puts a fresh session of this person into the browser, as the login dialog would: for tests whose subject is what comes
 * after it. `origin` is the page's base unless told.
 */
export async function putSession(
  page: Page,
  { email, password }: { email: string; password: string },
  origin = '',
): Promise<void> {
  // A picture is the quickest way to the site's own storage: nothing of it runs or is laid out.
  await page.goto(`${origin}/favicon.svg`);
  const refusal = await page.evaluate(
    async ({ apikey, key, body }) => {
      const headers = { apikey, 'content-type': 'application/json' };
      const answer = await fetch('/auth/v1/token?grant_type=password', { method: 'POST', headers, body });
      if (!answer.ok) return answer.status;
      localStorage.setItem(key, await answer.text());
      return null;
    },
    { apikey: testKeys.publishable, key: SESSION, body: JSON.stringify({ email, password }) },
  );
  if (refusal) throw new Error(`No session for ${email}: ${refusal}`);
}
