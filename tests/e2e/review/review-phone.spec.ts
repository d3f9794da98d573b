import { expect, seedOnce, test } from '../harness/review-desk.ts';

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

// On a phone the sentence is longer than its line.
test('losing the connection moves nothing @phone', async ({ desk }) => {
  await desk.open('?view=all');
  const row = desk.page.locator('tbody tr').first();
  await row.waitFor();
  const before = await row.boundingBox();
  await desk.page.context().setOffline(true);
  await expect(desk.page.getByRole('status').filter({ hasText: 'No connection' })).toBeVisible();
  expect(await row.boundingBox()).toEqual(before);
  await desk.page.context().setOffline(false);
  await expect(desk.page.getByRole('status').filter({ hasText: 'No connection' })).toHaveCount(0);
  expect(await row.boundingBox()).toEqual(before);
});
