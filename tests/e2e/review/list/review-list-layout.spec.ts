import type { Locator, Page } from '@playwright/test';
import { expect, seedOnce, test } from '../../harness/review-desk.ts';

test.beforeAll(({ server }) => seedOnce(server));

/** Returns the boxes of parts of the page. */
const boxes = async (parts: readonly Locator[]) => Promise.all(parts.map((part) => part.boundingBox()));

const heads = (page: Page) =>
  ['Applicant', 'Sectors', 'Status'].map((name) => page.getByRole('columnheader', { name }));

/** Expects all of a part to be within the window and above nothing else. */
async function expectWhole(part: Locator): Promise<void> {
  await expect(part).toBeInViewport({ ratio: 1 });
  const isOnTop = () =>
    part.evaluate((element) => {
      const { left, bottom, width } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, bottom - 4));
    });
  await expect.poll(isOnTop).toBe(true);
}

test('the list fits 17 rows at 1350 by 850, and nothing moves when filters, selections or names appear @release', async ({
  desk,
}) => {
  const { page } = desk;
  await page.setViewportSize({ width: 1350, height: 850 });
  await desk.open('?view=all');
  await test.step('seventeen rows', async () => {
    await page.getByRole('row').nth(20).waitFor();
    const bar = page.getByRole('banner');
    await expect(bar.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    await expect(bar.getByText('Welcome to the admin area.')).toBeVisible();
    for (const name of ['Go to site', 'Sign out', 'Search'])
      await expect(bar.getByRole('button', { name })).toBeVisible();
    await expect.poll(async () => (await bar.boundingBox())?.height).toBe(56);
    const rows = await page
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.map((row) => row.getBoundingClientRect()).map(({ height, bottom }) => ({ height, bottom })),
      );
    expect(new Set(rows.map(({ height }) => height))).toEqual(new Set([40]));
    expect(rows.filter(({ bottom }) => bottom <= 850).length).toBeGreaterThanOrEqual(17);
  });

  await test.step('nothing moves', async () => {
    await desk.make(`${'Long'.repeat(49)} ${desk.prefix}`.slice(0, 200), {
      sectors: 'one very long line of sectors, '.repeat(6),
    });
    await desk.goTo('?view=all');
    await page.getByRole('row').filter({ hasText: 'LongLong' }).first().waitFor();
    const parts = [
      ...heads(page),
      page.getByRole('button', { name: 'Search' }),
      page.locator('tbody tr').first(),
      page.getByRole('button', { name: 'View', exact: true }),
    ];
    const before = await boxes(parts);
    const first = page.locator('tbody tr').first();
    const newest = await first.getByRole('link').innerText();
    await page.getByRole('button', { name: 'Add filter' }).click();
    await desk.dialog.getByRole('button', { name: 'Email' }).click();
    await desk.dialog.getByRole('button', { name: 'Not confirmed' }).click();
    await expect(page.getByRole('button', { name: 'Email: Not confirmed' })).toBeVisible();
    await expect.poll(() => boxes(parts)).toEqual(before);
    await page.getByRole('button', { name: 'Remove filter: Email' }).click();
    await expect(page).toHaveURL('/admin?view=all');
    await expect(first).toContainText(newest);
    await (await desk.openView()).getByRole('combobox', { name: 'Order' }).selectOption('Name, A to Z');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/admin?sort=name');
    await expect(first).not.toContainText(newest);
    await page.getByRole('row').nth(3).getByRole('checkbox').check();
    await expect(page.getByText('1 selected')).toBeVisible();
    await expect.poll(() => boxes(parts)).toEqual(before);
    await desk.make(`Recent ${desk.prefix}`, { created_at: new Date(Date.now() - 28 * 60_000) });
    await desk.goTo(`?search=recent+${desk.prefix}`);
    const cell = desk.row(`Recent ${desk.prefix}`).getByRole('cell', { name: /^2\d minutes ago$/ });
    await expect(cell).toBeVisible();
    expect(await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });

  await test.step('the actions are whole', async () => {
    await desk.goTo('?view=all');
    await desk.page.getByRole('row').nth(2).getByRole('checkbox').check();
    await desk.page.getByRole('button', { name: 'Actions' }).click();
    await expectWhole(desk.dialog);
    const last = desk.dialog.getByRole('button', { name: 'Remove tag…' });
    await last.scrollIntoViewIfNeeded();
    await expectWhole(last);
  });

  await test.step('the mentions are whole', async () => {
    await desk.openNew(`Ouzel ${desk.prefix}`);
    const note = desk.panel.getByLabel('New note');
    await note.evaluate((field) =>
      window.scrollBy(0, field.getBoundingClientRect().bottom - window.innerHeight + 4),
    );
    await note.focus();
    await desk.page.keyboard.type('@');
    await expectWhole(desk.page.getByRole('listbox', { name: 'Mention' }));
  });
});

// As at four times the size on a desktop: keys and no thumb.
test('between 320 and 768 px no page scrolls sideways or cuts a title @release', async ({ desk }) => {
  const { page } = desk;
  const places = {
    '?view=all': page.getByRole('row').nth(20),
    '?screen=triage': page.getByRole('textbox', { name: 'New note' }),
    '?screen=numbers': page.getByRole('img', { name: 'Applications per day' }),
    '?view=account': page.getByRole('region', { name: 'Second factor' }),
  };
  await test.step('320 and 412 px', async () => {
    await desk.open('?view=all');
    for (const [query, content] of Object.entries(places)) {
      await desk.goTo(query);
      await content.waitFor();
      for (const width of [320, 412]) {
        await desk.page.setViewportSize({ width, height: 800 });
        await expect(desk.page.getByRole('button', { name: 'Account menu' })).toBeVisible();
        await expect
          .poll(() => desk.page.evaluate(() => document.documentElement.scrollWidth), query)
          .toBe(width);
      }
    }
  });
  await test.step('titles and marks', async () => {
    await desk.page.setViewportSize({ width: 320, height: 640 });
    await desk.goTo('?view=all&confirmed=no');
    const site = (await desk.page.getByRole('button', { name: 'Go to site' }).boundingBox())!;
    for (const text of [
      desk.page.getByText('Welcome to the admin area.'),
      desk.page.getByRole('heading', { level: 1 }),
    ]) {
      const right = await text.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().right;
      });
      expect(right).toBeLessThanOrEqual(site.x);
    }
    await desk.page.setViewportSize({ width: 360, height: 740 });
    const mark = desk.page.getByRole('row').getByText('Not confirmed', { exact: true }).first();
    await expect(mark).toBeVisible();
    const hidden = await mark.evaluate(
      (element) => element.parentElement!.getBoundingClientRect().left - element.getBoundingClientRect().left,
    );
    expect(hidden).toBeLessThanOrEqual(0);
  });

  await test.step('768 px', async () => {
    await page.setViewportSize({ width: 768, height: 900 });
    await desk.goTo('?view=all');
    const bar = page.getByRole('banner');
    for (const name of ['Search', 'View', 'Account menu', 'Go to site', 'Sign out'])
      await expect(bar.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    for (const name of [/^Read/, 'Numbers', 'Settings'])
      await expect(bar.getByRole('link', { name })).toBeInViewport({ ratio: 1 });
    const end = (part: Locator) =>
      part.evaluate((element) => Math.round(element.getBoundingClientRect().right));
    const edges = () =>
      Promise.all([end(bar.getByRole('button', { name: 'Sign out' })), end(page.getByRole('table'))]);
    await expect(async () => expect(new Set(await edges()).size).toBe(1)).toPass();
    const name = page.getByRole('row').nth(1).getByRole('cell').nth(1);
    await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(190);
    await bar.getByRole('link', { name: 'Numbers' }).click();
    await page.getByRole('columnheader', { name: 'Source' }).waitFor();
    const columns = ['Status', 'Source'].map((head) =>
      page.getByRole('columnheader', { name: head, exact: true }),
    );
    await expect(async () => {
      const [status, source] = await boxes(columns);
      expect(source?.x).toBe(status?.x);
    }).toPass();
  });
});

test('columns are chosen, kept and stored in the address, and the order by waiting brings its filter', async ({
  desk,
}) => {
  const { page } = desk;
  await desk.open('?view=all');
  await desk.openView();
  await desk.dialog.getByRole('checkbox', { name: 'Sectors' }).uncheck();
  await desk.dialog.getByRole('checkbox', { name: 'Source' }).check();
  await expect(page.getByRole('columnheader', { name: 'Source' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Sectors' })).toHaveCount(0);
  await expect(page).toHaveURL(/columns=due%2Crating/);
  await desk.open();
  await expect(page.getByRole('columnheader', { name: 'Source' })).toBeVisible();
  await desk.goTo('?columns=sectors');
  await expect(page.getByRole('columnheader', { name: 'Sectors' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Source' })).toHaveCount(0);

  await desk.goTo('?view=all');
  await (
    await desk.openView()
  )
    .getByRole('combobox', { name: 'Order' })
    .selectOption('Longest waiting first');
  await expect(page).toHaveURL('/admin?due=waiting&sort=due');
});
