import { expect, seedOnce, test } from '../../harness/review-desk.ts';

test.beforeAll(({ server }) => seedOnce(server));

// The bar is laid out otherwise below 768 px.
test('on a phone the area above the list is at most 150 px high, with controls of 44 px @phone-alone', async ({
  desk,
}) => {
  await desk.open('?view=all');
  const head = desk.page.getByRole('columnheader', { name: 'Applicant' });
  await head.waitFor();
  expect((await head.boundingBox())!.y).toBeLessThanOrEqual(150);
  for (const pressed of [
    desk.page.getByRole('button', { name: 'All More views' }),
    desk.page.getByRole('link', { name: /^Read/ }),
    desk.page.getByRole('button', { name: 'Search' }),
    desk.page.getByRole('button', { name: 'View', exact: true }),
    desk.page.getByRole('button', { name: 'Account menu' }),
    desk.page.getByRole('button', { name: 'Add filter' }),
    desk.page.getByRole('button', { name: 'Sign out' }),
  ]) {
    await expect(pressed).toBeInViewport({ ratio: 1 });
    expect((await pressed.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  }
  await desk.page.getByRole('button', { name: 'Add filter' }).tap();
  await expect(desk.dialog.or(desk.page.getByRole('group'))).not.toHaveCount(0);
  expect(await desk.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('on a phone the account menu leads to all other screens @phone-alone', async ({ desk }) => {
  const menu = desk.page.getByRole('button', { name: 'Account menu' });
  for (const [name, address] of [
    ['Numbers', /screen=numbers/],
    ['Settings', /screen=settings/],
    ['Your account', /view=account/],
  ] as const) {
    await desk.open('?view=all');
    await menu.tap();
    await desk.page.getByRole('link', { name }).tap();
    await expect(desk.page).toHaveURL(address);
  }
});

test('on a narrow phone every active filter is visible, and so is the number @phone-alone', async ({
  desk,
}) => {
  await desk.page.setViewportSize({ width: 360, height: 740 });
  await desk.open('?status=submitted,in_review&confirmed=yes&assignee=none&due=waiting&search=a');
  for (const name of ['Status', 'Email', 'Assignee', 'Answer due', 'Text'])
    await expect(desk.page.getByRole('button', { name: `Remove filter: ${name}` })).toBeInViewport({
      ratio: 1,
    });
  await expect(desk.page.getByRole('button', { name: 'Add filter' })).toBeInViewport({ ratio: 1 });
  for (const query of ['?view=all', '?status=submitted,in_review&confirmed=yes&view=all']) {
    await desk.open(query);
    const total = desk.page.getByRole('status').filter({ hasText: /^[\d,]+ applications?$/ });
    await expect(total).toBeInViewport({ ratio: 1 });
  }
});

// On a phone the sentence is longer than its line.
test('losing the connection moves nothing @phone', async ({ desk }) => {
  await desk.open('?view=all');
  const row = desk.page.locator('tbody tr').first();
  await row.waitFor();
  const before = await row.boundingBox();
  await desk.page.context().setOffline(true);
  await expect(desk.page.getByRole('status').filter({ hasText: 'No connection' })).toBeVisible();
  expect(await row.boundingBox()).toEqual(before);
  const notice = await desk.page.getByText('No connection').boundingBox();
  expect(notice!.y, 'below the first row').toBeGreaterThan(before!.y + before!.height);
  expect(notice!.y + notice!.height).toBeLessThanOrEqual(desk.page.viewportSize()!.height);
  await desk.page.context().setOffline(false);
  await expect(desk.page.getByRole('status').filter({ hasText: 'No connection' })).toHaveCount(0);
  expect(await row.boundingBox()).toEqual(before);
});

test.describe('on a tablet held upright', () => {
  test.use({ viewport: { width: 768, height: 1024 }, hasTouch: true });

  test('the account’s menu is visible and can be tapped', async ({ desk }) => {
    await desk.open('?view=all');
    await desk.page.getByRole('button', { name: 'Account menu' }).tap();
    await desk.page.getByRole('link', { name: 'Your account' }).tap();
    await expect(desk.page).toHaveURL(/view=account/);
  });
});

test.describe('on the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true });

  test('the title does not overlap the buttons of the bar', async ({ desk }) => {
    await desk.open('?view=all');
    const title = desk.page.getByText('Welcome to the admin area.');
    const site = (await desk.page.getByRole('button', { name: 'Go to site' }).boundingBox())!;
    for (const text of [title, desk.page.getByRole('heading', { level: 1 })]) {
      const right = await text.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().right;
      });
      expect(right).toBeLessThanOrEqual(site.x);
    }
    expect(await desk.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});
