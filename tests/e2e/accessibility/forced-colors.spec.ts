import type { Locator } from '@playwright/test';
import { expect, seedOnce, test } from '../harness/review-desk.ts';

test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });
test.beforeAll(({ server }) => seedOnce(server));

/** Returns true if an element looks different after an action. */
async function looksOtherwise(what: Locator, action: () => Promise<unknown>): Promise<boolean> {
  const before = await what.screenshot();
  await action();
  return !before.equals(await what.screenshot());
}

test('forced colours show the focus, chosen score, move and chart @release', async ({ desk }) => {
  const { page } = desk;
  await desk.open('?view=all');
  const press = (key: string) => () => page.keyboard.press(key);
  await test.step('the row with the focus', async () => {
    const row = page.getByRole('row').nth(3);
    await page.keyboard.press('j');
    expect(
      await looksOtherwise(row.getByRole('cell').first(), async () => {
        while ((await row.getAttribute('data-current')) === null) await press('j')();
      }),
    ).toBe(true);
  });

  await test.step('the marked option', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await desk.dialog.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    const marked = desk.dialog.getByRole('option', { selected: true });
    const option = desk.dialog.locator(`[id="${await marked.getAttribute('id')}"]`);
    expect(await looksOtherwise(option, press('ArrowDown'))).toBe(true);
    await expect(option).toHaveAttribute('aria-selected', 'false');
    await page.keyboard.press('Escape');
  });

  await test.step('the chosen score', async () => {
    await desk.openNew(`Godwit ${desk.prefix}`);
    const step = desk.panel.getByRole('radio').first().locator('..');
    expect(await looksOtherwise(step, () => step.click())).toBe(true);
  });

  await test.step('the marked move', async () => {
    await desk.openMoves();
    const items = page.getByRole('menuitem');
    await items.first().waitFor();
    expect(await looksOtherwise(items.first(), press('ArrowDown'))).toBe(true);
    await page.keyboard.press('Escape');
  });

  await test.step('headers and keys', async () => {
    const head = page.getByRole('columnheader', { name: 'Status' });
    expect(
      await head.evaluate((element) => getComputedStyle(element.lastElementChild ?? element).fontSize),
      'a header above a column of icons is not cut',
    ).toBe('0px');
    await desk.panel.getByRole('heading', { level: 3 }).focus();
    await page.keyboard.press('?');
    // A frame is at least as high as the line of its word.
    const frame = await page
      .locator('kbd')
      .first()
      .evaluate((key) => {
        const line = document.createRange();
        line.selectNodeContents(key);
        return key.clientHeight - line.getBoundingClientRect().height;
      });
    expect(frame).toBeGreaterThanOrEqual(0);
  });

  await test.step('parts of a chart', async () => {
    await page.keyboard.press('Escape');
    await desk.goTo('?screen=numbers');
    const swatch = async (name: string) => {
      const label = page.locator('figcaption').getByText(name, { exact: true });
      const { x, y, height } = (await label.boundingBox())!;
      return page.screenshot({ clip: { x: x + 3, y: y + height / 2 - 2, width: 6, height: 4 } });
    };
    expect((await swatch('Applications')).equals(await swatch('Confirmed'))).toBe(false);
  });
});
