import { holdBack } from '../../harness/hold-back.ts';
import { expect, test } from '../../harness/review-desk.ts';

test('a note that is added, edited, cancelled or removed leaves the focus at the notes', async ({ desk }) => {
  await desk.openNew(`Focus ${desk.prefix}`);
  const { panel } = desk;
  const press = async (name: string, place = 0) => {
    await panel.getByRole('button', { name, exact: true }).nth(place).focus();
    await desk.page.keyboard.press('Enter');
  };
  const notes = panel.getByRole('article');
  const add = panel.getByRole('button', { name: 'Add note' });
  for (const [count, text] of ['First.', 'Second.'].entries()) {
    await panel.getByLabel('New note').fill(text);
    await press('Add note');
    await expect(notes).toHaveCount(count + 1);
    await expect(add).toBeDisabled();
    await expect(add).toBeFocused();
  }
  await press('Edit');
  await expect(panel.getByLabel('Edit note')).toBeFocused();
  await press('Cancel');
  await expect(notes.first().getByRole('button', { name: 'Edit' })).toBeFocused();
  await press('Edit');
  await desk.page.keyboard.type('More. ');
  await desk.page.keyboard.press('Control+Enter');
  await expect(notes.first().getByRole('button', { name: 'Edit' })).toBeFocused();
  await press('Remove');
  await expect(notes).toHaveCount(1);
  await expect(notes.getByRole('button', { name: 'Edit' })).toBeFocused();
  await press('Remove');
  await expect(panel.getByLabel('New note')).toBeFocused();
});

test('a tag or a filter that is removed leaves the focus at the others', async ({ desk }) => {
  await desk.openNew(`Tagged ${desk.prefix}`);
  const { panel, page } = desk;
  const remove = (tag: string) => panel.getByRole('button', { name: `Remove tag ${tag}` });
  for (const tag of ['one', 'two']) {
    await panel.getByLabel('Add a tag').fill(tag);
    await page.keyboard.press('Enter');
    await expect(remove(tag)).toBeVisible();
  }
  await remove('one').focus();
  await page.keyboard.press('Enter');
  await expect(remove('two')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.getByLabel('Add a tag')).toBeFocused();

  await desk.open(`?status=submitted&confirmed=no&search=tagged+${desk.prefix}`);
  const chips = page.getByRole('group', { name: 'Filters' });
  await chips.getByRole('button', { name: 'Remove filter' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(chips.getByRole('button', { name: 'Remove filter' })).toHaveCount(2);
  await expect(chips.locator(':focus')).toHaveCount(1);
  await chips.getByRole('button', { name: 'Clear filters' }).focus();
  await page.keyboard.press('Enter');
  await expect(chips.getByRole('button', { name: 'Remove filter' })).toHaveCount(0);
  await expect(chips.locator(':focus')).toHaveCount(1);
});

test('the kind of a new filter gives the focus to its values', async ({ desk, page }) => {
  await desk.open('?view=all');
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('button', { name: 'Answer due', exact: true }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Answer due' }).getByRole('button').first()).toBeFocused();
});

test('Enter makes the move that has the focus, also where a screen reader moved it', async ({ desk }) => {
  await desk.openNew(`Reader ${desk.prefix}`);
  await desk.openMoves();
  const item = desk.page.getByRole('menuitem', { name: 'Declined' });
  await item.focus();
  await desk.page.keyboard.press('Enter');
  await expect(desk.toast('is now Declined')).toBeVisible();
});

test('a filter whose values are still loading does not say that there are none', async ({ desk, page }) => {
  await desk.make(`Tagged ${desk.prefix}`, { tags: [`a tag of ${desk.prefix}`] });
  const release = await holdBack(page, '**/rest/v1/review_tags*');
  await desk.open('?view=all');
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('button', { name: 'Tag', exact: true }).press('Enter');
  const values = page.getByRole('dialog', { name: 'Tag' });
  await expect(values).toBeVisible();
  await expect(values.getByRole('button')).toHaveCount(0);
  await expect(values).not.toContainText('No application has a tag yet.');
  release();
  await expect(values.getByRole('button').first()).toBeVisible();
});

test('a criterion that reaches the top or is retired leaves the focus at the criteria', async ({
  desk,
  page,
}) => {
  await desk.open('?screen=settings&section=scoring');
  const focused = page.getByRole('list').locator(':focus');
  for (const name of ['Move Sense of product up', 'Retire Sense of product']) {
    await page.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Not saved yet.')).toBeVisible();
    await expect(focused).toHaveCount(1);
  }
});
