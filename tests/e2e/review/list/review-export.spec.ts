import type { Page, Route } from '@playwright/test';
import { expect, test } from '../../harness/review-desk.ts';
import { makeFamily } from '../../harness/review-family.ts';
import { savedFile } from '../../harness/saved-file.ts';

const PAGE = '**/rpc/review_export';

/** Answers the requests for all pages but the first. */
const onLaterPages = (page: Page, answer: (route: Route) => Promise<void>) =>
  page.route(PAGE, (route) =>
    route.request().postData()?.includes('"after":null') ? route.fallback() : answer(route),
  );

test('the whole filtered set is downloaded, and no cell is a formula', async ({ desk }) => {
  await desk.make(`=HYPERLINK("http://evil.example") ${desk.prefix}`);
  await desk.open(`?search=${desk.prefix}`);
  await (await desk.openView()).getByRole('button', { name: 'Export' }).click();
  await expect(desk.dialog.getByRole('heading', { name: 'Export 1 application' })).toBeVisible();
  const { name, text } = await savedFile(desk.page, () =>
    desk.dialog.getByRole('button', { name: /^Export/ }).click(),
  );
  expect(name).toMatch(/^applications-\d{4}-\d\d-\d\d\.csv$/);
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"") ${desk.prefix}"`);
  expect(text.trim().split('\r\n')).toHaveLength(2);
});

test('an export is stopped by its button alone, and continues after a lost answer @release', async ({
  desk,
}) => {
  const { page, dialog } = desk;
  await makeFamily(desk, `Export ${desk.prefix}`, 1001);
  await desk.open(`?search=export+${desk.prefix}`);
  let downloads = 0;
  page.on('download', () => (downloads += 1));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await onLaterPages(page, async (route) => {
    await released;
    await route.fallback();
  });
  await (await desk.openView()).getByRole('button', { name: 'Export' }).click();
  await dialog.getByLabel('JSON').check();
  await dialog.getByRole('button', { name: /^Export/ }).click();
  await expect(dialog.getByRole('status')).toContainText('1,000 of 1,001');
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(dialog.getByRole('button', { name: /^Export/ })).toBeVisible();
  release();

  await page.unroute(PAGE);
  await onLaterPages(page, (route) => route.abort('connectionreset'));
  await dialog.getByRole('button', { name: /^Export/ }).click();
  await expect(dialog.getByRole('status')).toContainText('No answer after 1,000');
  await page.unroute(PAGE);
  const { text } = await savedFile(page, () => dialog.getByRole('button', { name: 'Continue' }).click());
  await expect(dialog).toHaveCount(0);
  const rows = JSON.parse(text) as { email: string }[];
  expect(new Set(rows.map(({ email }) => email)).size).toBe(1001);
  expect(rows).toHaveLength(1001);
  // The export that was stopped has left no file.
  expect(downloads).toBe(1);
});
