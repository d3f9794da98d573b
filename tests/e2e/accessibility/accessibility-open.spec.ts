import { findingsInBothSchemes } from '../harness/axe.ts';
import { expect, test } from '../harness/review-desk.ts';

// On phones too: the panel covers the list.
test('axe finds nothing while the menu of moves is open, nor in the move’s dialog @phone', async ({
  desk,
  openNew,
}) => {
  test.slow();
  const { page } = desk;
  await openNew('Menu Sample');
  await desk.panel.getByRole('button', { name: /^Move / }).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  expect(await findingsInBothSchemes(page)).toEqual([]);
});

// On phones too: every screen is laid out anew.
test('axe finds nothing on each screen, nor in each dialog that its tools open @phone', async ({
  desk,
  make,
}) => {
  test.slow();
  const { page } = desk;
  await make('Screen Sample');
  await desk.open();
  for (const tool of ['Add filter', 'Columns', 'Export', 'Keyboard shortcuts']) {
    const button = page.getByRole('button', { name: tool, exact: true });
    // On a phone the rows have room for no choice of columns.
    if (!(await button.isVisible())) continue;
    await button.click();
    await expect(desk.dialog).toBeVisible();
    expect(await findingsInBothSchemes(page), tool).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(desk.dialog).toBeHidden();
  }
  for (const screen of ['Board', 'Numbers', 'Settings']) {
    await page.getByRole('link', { name: screen, exact: true }).click();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect(await findingsInBothSchemes(page), screen).toEqual([]);
  }
});

test('axe finds nothing in the notice of a part that was lost', async ({ desk }) => {
  const { page } = desk;
  await page.route(/\/Board\./, (route) => route.abort());
  await desk.open('?screen=board');
  await expect(page.getByRole('alert').filter({ hasText: 'This part could not be loaded.' })).toBeVisible();
  expect(await findingsInBothSchemes(page)).toEqual([]);
});

test('axe finds nothing in the notices of dialogs whose script was lost', async ({ page }) => {
  await page.route(/hydrate-login/, (route) => route.abort());
  await page.goto('/');
  await page.evaluate(() => document.querySelector<HTMLElement>('[commandfor=login-dialog]')!.click());
  await expect(page.getByText('This part could not be loaded.')).toBeVisible();
  expect(await findingsInBothSchemes(page)).toEqual([]);
});
