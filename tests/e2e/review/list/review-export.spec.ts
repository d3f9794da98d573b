import type { Page, Route } from '@playwright/test';
import { expect, test } from '../../harness/review-desk.ts';
import { makeFamily } from '../../harness/review-family.ts';
import { savedFile, savesAreDownloads } from '../../harness/saved-file.ts';

/** The browser writes into its own file instead of asking for one, or after the event 'chosen' instead. */
const filesAreOwn = (page: Page, isAsking = false) =>
  page.addInitScript((isAsking) => {
    const ask = async () => {
      if (isAsking) await new Promise((choose) => addEventListener('chosen', choose));
      return (await navigator.storage.getDirectory()).getFileHandle('export', { create: true });
    };
    Object.defineProperty(window, 'showSaveFilePicker', { value: ask });
  }, isAsking);

/** Returns the current content of that file, null without one. */
const fileText = (page: Page) =>
  page.evaluate(async () => {
    const directory = await navigator.storage.getDirectory();
    const file = await directory.getFileHandle('export').catch(() => null);
    return file && (await file.getFile()).text();
  });

const PAGE = '**/rpc/review_export';

/** Answers the requests for all pages but the first. */
const onLaterPages = (page: Page, answer: (route: Route) => Promise<void>) =>
  page.route(PAGE, (route) =>
    route.request().postData()?.includes('"after":null') ? route.fallback() : answer(route),
  );

test('the whole filtered set is downloaded, and no cell is a formula', async ({ desk }) => {
  await savesAreDownloads(desk.page);
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

test('an export into a file is stopped by its button alone, and continues after a lost answer @release', async ({
  desk,
}) => {
  const { page, dialog } = desk;
  await filesAreOwn(page);
  await makeFamily(desk, `Export ${desk.prefix}`, 1001);
  await desk.open(`?search=export+${desk.prefix}`);
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
  await expect.poll(() => fileText(page)).toBeNull();

  await page.unroute(PAGE);
  await onLaterPages(page, (route) => route.abort('connectionreset'));
  await dialog.getByRole('button', { name: /^Export/ }).click();
  await expect(dialog.getByRole('status')).toContainText('No answer after 1,000');
  // The file is empty until it is complete.
  expect(await fileText(page)).toBe('');
  await page.unroute(PAGE);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toHaveCount(0);
  const rows = JSON.parse((await fileText(page))!) as { email: string }[];
  expect(new Set(rows.map(({ email }) => email)).size).toBe(1001);
  expect(rows).toHaveLength(1001);
});

test('a file that is chosen after the dialog was closed is not written', async ({ desk }) => {
  const { page, dialog } = desk;
  await filesAreOwn(page, true);
  let pages = 0;
  page.on('request', (request) => (pages += Number(request.url().endsWith('/rpc/review_export'))));
  await desk.open('?view=all');
  await (await desk.openView()).getByRole('button', { name: 'Export' }).click();
  await dialog.getByRole('button', { name: /^Export/ }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.evaluate(() => dispatchEvent(new Event('chosen')));
  await expect(desk.toast('Export stopped')).toBeVisible();
  await expect.poll(() => fileText(page)).toBeNull();
  expect(pages).toBe(0);
});
