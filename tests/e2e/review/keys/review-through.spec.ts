import { expect, seedOnce, test } from '../../harness/review-desk.ts';

test.beforeAll(({ server }) => seedOnce(server));

// On phones only, because elsewhere the list is next to it.
test('on a phone the next application is a tap away @phone-alone', async ({ own: desk }) => {
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

test('a row stays in place when it is selected, and a selection of all results ends with the filter', async ({
  desk,
}) => {
  await desk.open('?view=all');
  const box = desk.page.getByRole('row').nth(2).getByRole('checkbox');
  const before = await box.boundingBox();
  await box.check();
  await expect(desk.page.getByText('1 selected')).toBeInViewport();
  const bar = desk.page.getByRole('toolbar', { name: '1 selected' });
  await expect.poll(async () => (await box.boundingBox())?.y).toBe(before?.y);
  const far = desk.page.getByRole('row').nth(20).getByRole('checkbox');
  await far.focus();
  await expect(async () => {
    const [reached, foot] = [await far.boundingBox(), await bar.boundingBox()];
    expect(reached!.y + reached!.height).toBeLessThanOrEqual(foot!.y);
  }).toPass();
  await box.focus();
  await desk.page.keyboard.press('j');
  await desk.page.keyboard.press('x');
  await expect(desk.page.getByText('2 selected')).toBeVisible();
  await desk.page.keyboard.press('m');
  await expect(desk.dialog).toBeFocused();
  await desk.page.keyboard.press('j');
  await desk.page.keyboard.press('ArrowDown');
  await expect(desk.dialog.getByRole('button', { name: 'Submitted' })).toBeFocused();
  await desk.page.keyboard.press('ArrowDown');
  await expect(desk.dialog.getByRole('button', { name: 'In review' })).toBeFocused();
  await desk.page.keyboard.press('Escape');
  await expect(desk.dialog).toHaveCount(0);
  await expect(desk.page.getByText('2 selected')).toBeVisible();
  await desk.page.keyboard.press('Escape');
  await expect(desk.page.getByText(/\d selected/)).toHaveCount(0);

  await desk.goTo('?status=declined');
  await desk.page.getByRole('checkbox', { name: 'Select this page' }).check();
  await desk.page.getByRole('button', { name: /^Select all \d+ that match$/ }).click();
  await expect(desk.page.getByText(/^All \d+ selected$/)).toBeVisible();
  await desk.page.getByRole('button', { name: 'Status: Declined' }).click();
  await desk.dialog.getByRole('checkbox', { name: /^Submitted/ }).check();
  await desk.page.keyboard.press('Escape');
  await expect(desk.page.getByText(/selected/)).toHaveCount(0);
});
