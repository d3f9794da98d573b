import type { BrowserContext, Page } from '@playwright/test';
import type { Person } from '../harness/product.ts';
import { Login } from '../harness/account/login.ts';
import { Desk, expect, test } from '../harness/review-desk.ts';

// Rate limits are on, as in public.
test.use({ env: { LIMITS: 'on' } });

const HOUR_MS = 3_600_000;

/** Records the requests of all tabs for a token, by their grant. */
function recordTokens(context: BrowserContext): string[] {
  const grants: string[] = [];
  context.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/auth/v1/token') grants.push(searchParams.get('grant_type') ?? '');
  });
  return grants;
}

/** Has the server's answers with data state a later time, because the server itself is no hour later. */
const delayTime = (context: BrowserContext, lag: { ms: number }) =>
  context.route('**/rest/v1/**', async (route) => {
    const response = await route.fetch();
    const { date = '', 'content-encoding': _, 'content-length': __, ...headers } = response.headers();
    const stated = new Date(Date.parse(date) + lag.ms).toUTCString();
    await route.fulfill({ response, headers: { ...headers, date: stated } });
  });

const isShown = (page: Page) => page.getByRole('heading', { name: 'Applications', exact: true }).waitFor();

/** Signs in at a desk, and writes a note in a second tab. */
async function writeInTwoTabs(desk: Desk, me: Person) {
  const { page, server, prefix } = desk;
  const id = await desk.make('Clock Crane');
  await new Login(page).signIn(me);
  await isShown(page);
  const other = await page.context().newPage();
  const second = new Desk(other, server, prefix);
  await second.openApplication(id);
  const field = second.panel.getByLabel('New note');
  const notes = second.panel.getByRole('article');
  await field.fill('Sent before');
  await field.press('Control+Enter');
  await expect(notes.locator('time')).toHaveText(/^now$|seconds? ago/);
  return { other, field, notes };
}

for (const [words, hours, tag] of [
  ['three days ahead', 72, []],
  ['an hour behind', -1, ['@release']],
] as const) {
  const title = `a member whose clock is ${words} signs in, works in two tabs and reloads with one token`;
  test(title, { tag: [...tag] }, async ({ context, page, me, server, prefix }) => {
    await context.clock.install({ time: Date.now() + hours * HOUR_MS });
    const grants = recordTokens(context);
    const { other, field, notes } = await writeInTwoTabs(new Desk(page, server, prefix), me);
    for (const tab of [page, other]) await tab.reload();
    await isShown(page);
    await isShown(other);
    expect(grants).toEqual(['password']);

    await test.step('ten minutes later', async () => {
      const updates = page.waitForResponse('**/rpc/review_updates');
      await context.clock.fastForward(10 * 60_000);
      await updates;
      expect(grants).toEqual(['password']);
    });

    await test.step('an hour later', async () => {
      const refreshed = context.waitForEvent('response', (answer) => answer.url().includes('refresh_token'));
      // The clocks of the two tabs are set one after the other.
      const areSet = Promise.withResolvers<void>();
      const lag = { ms: 0 };
      await delayTime(context, lag);
      await context.route('**/auth/v1/token*', async (route) => {
        await areSet.promise;
        lag.ms = 0;
        await route.continue();
      });
      lag.ms = HOUR_MS;
      await context.clock.fastForward(HOUR_MS);
      areSet.resolve();
      expect((await refreshed).status()).toBe(200);
      for (const tab of [page, other]) await tab.waitForResponse('**/rpc/review_updates');
      for (const tab of [page, other]) await tab.waitForResponse('**/rpc/review_updates');
      await field.fill('An hour later');
      await field.press('Control+Enter');
      await expect(notes).toHaveCount(2);
      expect(grants).toEqual(['password', 'refresh_token']);
      await context.unrouteAll({ behavior: 'ignoreErrors' });
    });
  });
}
