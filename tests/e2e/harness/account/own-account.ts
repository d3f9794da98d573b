import type { Page } from '@playwright/test';
import type { TestServer } from '../../../harness/servers/server.ts';
import { expect, type Person } from '../product.ts';
import { putSession, SESSION } from './session.ts';

export const dashboard = (page: Page) => page.getByRole('heading', { name: 'Admin Dashboard' });
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const newPassword = (page: Page) => page.getByLabel('New password', { exact: true });

/** Returns the address of the signed-in person in this browser, or null. */
export const whoIsHere = (page: Page) =>
  page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? 'null') as { user: { email: string } } | null;
    return session?.user.email ?? null;
  }, SESSION);

export const sessionsOf = (server: TestServer, email: string) =>
  server.sql('select s.id from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1', [
    email,
  ]);

/** Ends all sessions of a person, as from another device. */
export const endSessions = (server: TestServer, email: string) =>
  server.sql('delete from auth.sessions where user_id = (select id from auth.users where email = $1)', [
    email,
  ]);

/** Presses that spend a link or a code, as the backend sees them. */
export function countVerifications(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/auth/v1/verify')) count += 1;
  });
  return () => count;
}

/** Creates another account for this test. */
export async function someone(server: TestServer, name: string) {
  const email = `${name}@example.org`;
  return { email, ...(await server.addAdmin(email)) };
}

/** Opens the dashboard with a session of this person that began elsewhere. */
export async function enter(page: Page, who: Person, query = ''): Promise<void> {
  await putSession(page, who);
  await page.goto(`/admin${query}`);
  await expect(dashboard(page)).toBeVisible();
}

/** Opens the account page with a session of this person. */
export const openAccount = (page: Page, who: Person): Promise<void> => enter(page, who, '?view=account');
