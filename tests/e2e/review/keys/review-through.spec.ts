import { expect, seedOnce, test } from '../../harness/review-desk.ts';
import { makeFamily } from '../../harness/review-family.ts';

test.beforeAll(({ server }) => seedOnce(server));

test('a row that leaves the list passes the focus to the one in its place, and Ctrl Z takes the move back', async ({
  desk,
}) => {
  for (const letter of ['A', 'B', 'C']) await desk.make(`Knot ${desk.prefix} ${letter}`);
  await desk.open(`?search=knot+${desk.prefix}&status=submitted&sort=name`);
  await desk.link(`Knot ${desk.prefix} B`).focus();
  await desk.page.keyboard.press('m');
  await expect(desk.page.getByRole('menuitem', { name: 'In review' })).toBeFocused();
  await desk.page.keyboard.press('Enter');
  await expect(desk.link(`Knot ${desk.prefix} C`)).toBeFocused();
  await desk.page.keyboard.press('Control+z');
  await expect(desk.toast('1 put back')).toBeVisible();
  await expect(desk.link(`Knot ${desk.prefix} B`)).toBeVisible();
  await desk.page.keyboard.press('k');
  await expect(desk.link(`Knot ${desk.prefix} B`)).toBeFocused();
});

test('reading crosses the end of a page and back', async ({ desk }) => {
  await makeFamily(desk, `Plover ${desk.prefix}`, 52);
  await desk.open(`?search=plover+${desk.prefix}&sort=name`);
  const heading = (number: number) =>
    desk.panel.getByRole('heading', { name: `Plover ${desk.prefix} ${number}`, exact: true });
  await desk.link(`Plover ${desk.prefix} 50`).click();
  await heading(50).waitFor();
  await desk.page.keyboard.press('j');
  await expect(heading(51)).toBeFocused();
  await desk.page.keyboard.press('k');
  await expect(heading(50)).toBeFocused();
  await desk.page.keyboard.press('j');
  await heading(51).waitFor();
  await desk.panel.getByRole('button', { name: 'Close application' }).click();
  await desk.page.getByRole('button', { name: 'Previous' }).click();
  await expect(desk.link(`Plover ${desk.prefix} 01`)).toBeVisible();
});

// On phones only, because elsewhere the list is next to it.
test('on a phone the next and the previous application are a tap away @phone-alone', async ({ desk }) => {
  for (const letter of ['A', 'B']) await desk.make(`Dunlin ${desk.prefix} ${letter}`);
  await desk.open(`?search=dunlin+${desk.prefix}&sort=name`);
  await desk.link(`Dunlin ${desk.prefix} A`).click();
  await expect(desk.panel.getByRole('button', { name: 'Previous application' })).toBeDisabled();
  await desk.panel.getByRole('button', { name: 'Next application' }).click();
  await expect(desk.panel.getByRole('heading', { name: `Dunlin ${desk.prefix} B` })).toBeFocused();
  await expect(desk.panel.getByRole('button', { name: 'Next application' })).toBeDisabled();
  await desk.move('In review');
  await desk.panel.getByRole('button', { name: 'Previous application' }).click();
  await expect(desk.panel.getByRole('heading', { name: `Dunlin ${desk.prefix} A` })).toBeFocused();
  await expect(desk.toast('is now In review')).toBeVisible();
});

test('a row does not move when it is selected, and m opens the actions for the selection', async ({
  desk,
}) => {
  await desk.open('?view=all');
  const box = desk.page.getByRole('row').nth(2).getByRole('checkbox');
  const before = await box.boundingBox();
  await box.check();
  await expect(desk.page.getByText('1 selected')).toBeInViewport();
  const bar = desk.page.getByRole('toolbar', { name: '1 selected' });
  expect((await box.boundingBox())?.y).toBe(before?.y);
  const far = desk.page.getByRole('row').nth(20).getByRole('checkbox');
  await far.focus();
  const [reached, foot] = [await far.boundingBox(), await bar.boundingBox()];
  expect(reached!.y + reached!.height).toBeLessThanOrEqual(foot!.y);
  await box.focus();
  await desk.page.keyboard.press('j');
  await desk.page.keyboard.press('x');
  await expect(desk.page.getByText('2 selected')).toBeVisible();
  await desk.page.keyboard.press('m');
  await expect(desk.dialog.getByRole('button', { name: 'Submitted' })).toBeFocused();
  await desk.page.keyboard.press('j');
  await desk.page.keyboard.press('ArrowDown');
  await expect(desk.dialog.getByRole('button', { name: 'In review' })).toBeFocused();
  await desk.page.keyboard.press('Escape');
  await expect(desk.dialog).toHaveCount(0);
  await expect(desk.page.getByText('2 selected')).toBeVisible();
  await desk.page.keyboard.press('Escape');
  await expect(desk.page.getByText(/\d selected/)).toHaveCount(0);
});

test('a selection of all results ends when the filter changes, and deselecting one keeps the rest of the page', async ({
  desk,
}) => {
  await desk.open('?status=declined');
  const selectAll = async () => {
    await desk.page.getByRole('checkbox', { name: 'Select this page' }).check();
    await desk.page.getByRole('button', { name: /^Select all \d+ that match$/ }).click();
    await expect(desk.page.getByText(/^All \d+ selected$/)).toBeVisible();
  };
  await selectAll();
  await desk.page.keyboard.press('j');
  await desk.page.keyboard.press('x');
  await expect(desk.page.getByText('49 selected')).toBeVisible();
  await desk.page.getByRole('button', { name: 'Clear selection' }).click();
  await selectAll();
  await desk.page.getByRole('button', { name: 'Status: Declined' }).click();
  await desk.dialog.getByRole('checkbox', { name: /^Submitted/ }).check();
  await desk.page.keyboard.press('Escape');
  await expect(desk.page.getByText(/selected/)).toHaveCount(0);
});
