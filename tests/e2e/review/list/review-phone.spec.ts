import { expect, seedOnce, test } from '../../harness/review-desk.ts';

test.beforeAll(({ server }) => seedOnce(server));

// The bar is laid out otherwise below 768 px.
test('on a phone what lies above the list takes 150 px at most, and all of it is 44 px to the thumb @phone-alone', async ({
  desk,
}) => {
  await desk.open('?view=all');
  const head = desk.page.getByRole('columnheader', { name: 'Applicant' });
  await head.waitFor();
  expect((await head.boundingBox())!.y).toBeLessThanOrEqual(150);
  const search = desk.page.getByRole('searchbox', { name: /Search/ });
  for (const pressed of [
    search,
    desk.page.getByRole('button', { name: 'Add filter' }),
    desk.page.getByRole('link', { name: 'Numbers' }),
    desk.page.getByRole('link', { name: 'Board', exact: true }),
    desk.page.getByRole('button', { name: 'Sign out' }),
  ]) {
    await pressed.scrollIntoViewIfNeeded();
    expect((await pressed.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  }
  await desk.page.getByRole('button', { name: 'Add filter' }).tap();
  await expect(desk.dialog.or(desk.page.getByRole('group'))).not.toHaveCount(0);
  expect(await desk.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('on a phone the account’s link stays visible at the end of the bar @phone-alone', async ({ desk }) => {
  await desk.open('?view=all');
  const account = desk.page.getByRole('link', { name: 'Your account' });
  await expect(account).toBeInViewport({ ratio: 1 });
  await desk.page.getByRole('button', { name: 'Export' }).scrollIntoViewIfNeeded();
  await expect(account).toBeInViewport({ ratio: 1 });
  await account.tap();
  await expect(account).toHaveAttribute('aria-current', 'page');
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

  test('the account’s link is visible and can be tapped', async ({ desk }) => {
    await desk.open('?view=all');
    const account = desk.page.getByRole('link', { name: 'Your account' });
    await expect(account).toBeInViewport({ ratio: 1 });
    await account.tap({ trial: true });
    await account.tap();
    await expect(account).toHaveAttribute('aria-current', 'page');
  });

  test('a place that scrolled under it comes out of it with the focus', async ({ desk }) => {
    await desk.open('?view=all');
    const keys = desk.page.getByRole('button', { name: 'Keyboard shortcuts' });
    await keys.focus();
    const account = await desk.page.getByRole('link', { name: 'Your account' }).boundingBox();
    const { x, width } = (await keys.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(account!.x);
  });
});

test.describe('on the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true });

  test('the title does not lie under the ways out', async ({ desk }) => {
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
