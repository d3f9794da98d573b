import type { Page } from '@playwright/test';
import { answersYes, questionColumns } from '../../../harness/answered-questions.ts';
import { expect, test } from '../../harness/review-desk.ts';
import { savedFile, savesAreDownloads } from '../../harness/saved-file.ts';

/** The browser writes into its own file instead of asking for one. */
const filesAreOwn = (page: Page) =>
  page.addInitScript(() => {
    const ask = async () =>
      (await navigator.storage.getDirectory()).getFileHandle('export', { create: true });
    Object.defineProperty(window, 'showSaveFilePicker', { value: ask });
  });

/** Returns the current content of that file. */
const fileText = (page: Page) =>
  page.evaluate(async () => {
    const file = await (await navigator.storage.getDirectory()).getFileHandle('export', { create: true });
    return (await file.getFile()).text();
  });

test('the whole filtered set is downloaded, and no cell is a formula', async ({ desk, make, prefix }) => {
  await savesAreDownloads(desk.page);
  await make(`=HYPERLINK("http://evil.example") ${prefix}`, { sectors: 'x;=1+1;y' });
  await desk.open(`?search=${prefix}`);
  await (await desk.openView()).getByRole('button', { name: 'Export' }).click();
  await expect(desk.dialog.getByRole('heading', { name: 'Export 1 application' })).toBeVisible();
  const { name, text } = await savedFile(desk.page, () =>
    desk.dialog.getByRole('button', { name: /^Export/ }).click(),
  );
  expect(name).toMatch(/^applications-\d{4}-\d\d-\d\d\.csv$/);
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"") ${prefix}"`);
  // Guarded, so that a reader whose separator is a semicolon finds no cell that begins with an equals sign.
  expect(text).toContain(`"x;'=1+1;y"`);
  expect(text.trim().split('\r\n')).toHaveLength(2);
});

test.describe('straight into a file', () => {
  test.beforeEach(async ({ desk, server }) => {
    await filesAreOwn(desk.page);
    await server.sql(
      `insert into public.applications (name, email, linkedin, sectors, ${questionColumns})
       select 'Export Sample ' || n, 'export-' || n || '@builders.example',
              'https://www.linkedin.com/in/export-' || n, 'exports', ${answersYes}
         from generate_series(1, 2500) n on conflict do nothing`,
    );
  });

  test('pages load one by one, pause without an answer, and continue there', async ({ desk }) => {
    await desk.open('?search=export+sample');
    await (await desk.openView()).getByRole('button', { name: 'Export' }).click();
    await desk.page.route('**/rpc/review_export', async (route) => {
      if (route.request().postData()?.includes('"after":null')) return route.fallback();
      return route.abort('connectionreset');
    });
    await desk.dialog.getByLabel('JSON').check();
    await desk.dialog.getByRole('button', { name: /^Export/ }).click();
    await expect(desk.dialog.getByRole('status')).toContainText('No answer after 1,000');
    // The file is empty until it is complete.
    expect(await fileText(desk.page)).toBe('');
    await desk.page.unroute('**/rpc/review_export');
    await desk.dialog.getByRole('button', { name: 'Go on' }).click();
    await expect(desk.dialog).toHaveCount(0);
    const rows = JSON.parse(await fileText(desk.page)) as { email: string }[];
    expect(new Set(rows.map(({ email }) => email)).size).toBe(2500);
    expect(rows).toHaveLength(2500);
  });

  test('leaves no file when it is stopped', async ({ desk }) => {
    await desk.open('?search=export+sample');
    await (await desk.openView()).getByRole('button', { name: 'Export' }).click();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await desk.page.route('**/rpc/review_export', async (route) => {
      if (!route.request().postData()?.includes('"after":null')) await held;
      await route.fallback();
    });
    await desk.dialog.getByRole('button', { name: /^Export/ }).click();
    await expect(desk.dialog.getByRole('status')).toContainText('1,000 of 2,500');
    await desk.dialog.getByRole('button', { name: 'Stop' }).click();
    await expect(desk.dialog.getByRole('button', { name: /^Export/ })).toBeVisible();
    release();
    expect(await fileText(desk.page)).toBe('');
  });
});
