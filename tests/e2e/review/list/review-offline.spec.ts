import type { Locator } from '@playwright/test';
import { expect, test } from '../../harness/review-desk.ts';

const SINCE = /^No connection\. Showing what was loaded at \d\d:\d\d\.$/;
const OTHER = /^No connection\. Showing what was loaded at \d\d:\d\d, not what you asked for since\.$/;
/** The time between two reloads, and more than that between the retries of a read. */
const RELOAD_INTERVAL_MS = 15_000;
const RETRIES_MS = 2_000;

test('without a connection the list shows the time of its data and a search keeps it, and both load on return', async ({
  desk,
}) => {
  const { page } = desk;
  await page.clock.install();
  await desk.make(`Fulmar ${desk.prefix} A`);
  const palette = page.waitForRequest(/\/Palette\.[\w-]+\.js$/);
  await desk.open(`?search=fulmar+${desk.prefix}`);
  // Its answer comes before those of the files that it imports.
  await page.evaluate((address) => import(address), (await palette).url());
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.context().setOffline(true);
  await expect(page.getByText(SINCE)).toBeVisible();
  await desk.make(`Fulmar ${desk.prefix} B`);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.context().setOffline(false);
  await expect(page.getByText(/No connection/)).toHaveCount(0);
  await expect(page.getByRole('row')).toHaveCount(3);

  await page.context().setOffline(true);
  await desk.searchFor(`nothing-${desk.prefix}`);
  const isShown = () => page.getByText(OTHER).isVisible();
  await expect.poll(() => page.clock.fastForward(RETRIES_MS).then(isShown)).toBe(true);
  await expect(desk.link(`Fulmar ${desk.prefix} A`)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/No connection/)).toHaveCount(0);
  await page.clock.fastForward(RELOAD_INTERVAL_MS);
  await expect(page.getByText('Nothing matches')).toBeVisible();
});

test('a busy server is named as such, and what was loaded stays', async ({ desk }) => {
  const { page } = desk;
  const busy = { status: 503, json: { code: 'PGRST003', message: 'busy' } };
  await page.clock.install();
  await desk.openNew(`Guillemot ${desk.prefix}`);
  const field = desk.panel.getByLabel('Add a tag');
  await expect(field).toBeVisible();
  const data = '**/rest/v1/**';
  await page.route(data, (route) => route.fulfill(busy));
  await field.fill('careful');
  await field.press('Enter');
  await expect(desk.toast('Busy')).toContainText('The server is busy. Please try again in a moment.');
  await expect(field).toHaveValue('careful');
  const since = desk.panel.getByText(/^The server is busy\. Showing what was loaded at \d\d:\d\d\.$/);
  await expect(since).toBeVisible();
  const application = '**/rpc/review_application';
  await page.route(application, (route) => route.fulfill(busy));
  await page.unroute(data);
  await page.waitForResponse((response) => response.url().endsWith('/review_updates') && response.ok());
  await expect(since).toBeVisible();
  await page.unroute(application);
  const notices = () => page.clock.fastForward(RELOAD_INTERVAL_MS).then(() => since.count());
  await expect.poll(notices).toBe(0);
});

test('a tab that starts offline loads its overlays once it is back', async ({ desk, page }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    let isOnline = false;
    Object.defineProperty(navigator, 'onLine', { get: () => isOnline });
    addEventListener('online', () => (isOnline = true), { capture: true });
  });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await desk.make(`Gannet ${desk.prefix}`);
  await desk.open(`?search=gannet+${desk.prefix}`);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.clock.fastForward(2_000);
  expect(requested.filter((path) => path.includes('/Palette.'))).toEqual([]);
  const palette = page.waitForRequest(/\/Palette\.[\w-]+\.js$/);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await palette;
});

test('offline an application shows the time of its data and keeps a tag @release', async ({ desk }) => {
  const { page } = desk;
  await page.clock.install();
  for (const letter of ['A', 'B', 'C']) await desk.make(`Puffin ${desk.prefix} ${letter}`);
  const facts = desk.panel.getByRole('region', { name: 'What they sent' });
  await desk.open(`?search=puffin+${desk.prefix}&sort=name`);
  await desk.link(`Puffin ${desk.prefix} A`).click();
  await expect(facts).toBeVisible();
  await page.context().setOffline(true);
  await expect(desk.panel.getByText(SINCE)).toBeVisible();
  await expect(facts).toBeVisible();
  await expectUncovered(desk.panel.getByRole('heading', { name: `Puffin ${desk.prefix} A` }));
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(desk.panel.getByRole('heading', { name: `Puffin ${desk.prefix} C` })).toBeVisible();
  await expect(desk.panel.getByText('No connection. This is loaded as soon as it is back.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(facts).toBeVisible();
  await expect(desk.panel.getByText(/No connection/)).toHaveCount(0);

  await page.route('**/rpc/review_tag', (route) => route.abort());
  const field = desk.panel.getByLabel('Add a tag');
  await field.fill('careful');
  await field.press('Enter');
  await expect(desk.toast('No answer')).toBeVisible();
  await expect(field).toHaveValue('careful');
  // The connection is lost and returns, and everything but the member's access can be read again.
  await page.context().setOffline(true);
  await expect(desk.panel.getByText(SINCE)).toBeVisible();
  let failures = 0;
  await page.route('**/rpc/my_account', (route) => route.abort());
  page.on('requestfailed', (request) => (failures += Number(request.url().endsWith('/rpc/my_account'))));
  await page.context().setOffline(false);
  await expect(desk.panel.getByText(SINCE)).toHaveCount(0);
  await page.clock.fastForward(RELOAD_INTERVAL_MS);
  await expect.poll(() => page.clock.fastForward(RETRIES_MS).then(() => failures)).toBeGreaterThanOrEqual(3);
  await page.waitForResponse('**/rpc/review_updates');
  await expect(field).toHaveValue('careful');
});

/** No notice lies over the text. */
const expectUncovered = async (text: Locator) => {
  const box = (await text.boundingBox())!;
  for (const notice of await text.page().locator('[data-offline]').all()) {
    const { y, height } = (await notice.boundingBox())!;
    expect(y + height <= box.y || y >= box.y + box.height).toBe(true);
  }
};
