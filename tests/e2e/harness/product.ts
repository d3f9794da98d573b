import { expect, type Page, test as base } from '@playwright/test';
import { type Member, signIn } from '../../harness/member.ts';
import { startServer, type TestServer } from '../../harness/servers/server.ts';
import { translateFromStart } from './translate.ts';

export { expect } from '@playwright/test';

export interface Person {
  readonly email: string;
  readonly password: string;
}

/**
 * Adds a route that matches nothing before a page's first. When the last route of a page goes, Chromium never answers
 * the requests that are on their way.
 */
function keepRouting(page: Page): void {
  const { route } = page;
  page.route = async (...parameters) => {
    page.route = route;
    await page.route(/^nothing:/, (one) => one.continue());
    return page.route(...parameters);
  };
}

/** React reports that it rendered an island in place of its HTML, because that is another one. */
const RENDERED_AGAIN = /Minified React error #418/;

const isPhone = (tags: readonly string[]) => tags.includes('@phone-alone');

/**
 * Tests against the running product with one server and one admin per worker, and `page` based on its address. An
 * uncaught error in the page fails the test. Files whose worker fixtures differ get separate workers, browsers and
 * servers.
 *
 * @example
 * test('shows the title', async ({ page, prefix }) => {
 *   await page.goto(`/?from=${prefix}`);
 *   await expect(page).toHaveTitle(/Solostead/);
 * });
 */
export const test = base.extend<
  { prefix: string; me: Person; isTranslated: boolean },
  {
    env: Readonly<Record<string, string>>;
    server: TestServer;
    admin: Person;
    colleague: Person;
    elsewhere: Member;
  }
>({
  /** The environment of the server. */
  env: [{}, { scope: 'worker', option: true }],
  server: [
    async ({ env }, use) => {
      const server = await startServer({ site: true, env });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  admin: [
    async ({ server }, use) => {
      const email = 'admin@example.org';
      await use({ email, ...(await server.addAdmin(email)) });
    },
    { scope: 'worker' },
  ],
  /** A second owner. */
  colleague: [
    async ({ server }, use) => {
      const email = 'colleague@lab.example';
      await use({ email, ...(await server.addAdmin(email)) });
    },
    { scope: 'worker' },
  ],
  /** The second owner at work without a window, by the official clients. */
  elsewhere: [
    async ({ server, colleague: { email, password } }, use) => use(await signIn(server, email, password)),
    { scope: 'worker' },
  ],
  /** True to translate each page before its scripts run. `TRANSLATED=1` in the environment does it in all tests. */
  isTranslated: [Boolean(process.env.TRANSLATED), { option: true }],
  page: async ({ page, isTranslated }, use) => {
    keepRouting(page);
    const uncaught: string[] = [];
    page.on('pageerror', (error) => {
      if (!isTranslated || !RENDERED_AGAIN.test(error.message)) uncaught.push(String(error));
    });
    if (isTranslated) await translateFromStart(page);
    await use(page);
    expect(uncaught, 'errors that the page did not catch').toEqual([]);
  },
  baseURL: async ({ server }, use) => use(server.url),
  viewport: async ({ viewport }, use, { tags }) =>
    use(isPhone(tags) ? { width: 390, height: 844 } : viewport),
  hasTouch: async ({ hasTouch }, use, { tags }) => use(isPhone(tags) || hasTouch),
  /** A name in addresses and profiles that no other test uses. */
  prefix: async ({}, use, info) =>
    use(`${info.project.name}-${info.testId.slice(-12)}-${info.retry}`.replace(/[^a-z0-9-]/g, '-')),
  /** An owner of this test alone. */
  me: async ({ server, prefix }, use) => {
    const email = `${prefix}@example.org`;
    await use({ email, ...(await server.addAdmin(email)) });
  },
});
