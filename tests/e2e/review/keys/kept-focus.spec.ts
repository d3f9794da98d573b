import { holdBack } from '../../harness/hold-back.ts';
import { expect, test } from '../../harness/review-desk.ts';

test('whatever is added, edited or removed leaves the focus at its neighbour or where it was', async ({
  desk,
}) => {
  await desk.openNew(`Focus ${desk.prefix}`);
  const { panel, page } = desk;
  const press = async (name: string, place = 0) => {
    await panel.getByRole('button', { name, exact: true }).nth(place).focus();
    await page.keyboard.press('Enter');
  };
  await test.step('notes', async () => {
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
    await page.keyboard.type('More. ');
    await page.keyboard.press('Control+Enter');
    await expect(notes.first().getByRole('button', { name: 'Edit' })).toBeFocused();
    await press('Remove');
    await expect(notes).toHaveCount(1);
    await expect(notes.getByRole('button', { name: 'Edit' })).toBeFocused();
    await press('Remove');
    await expect(panel.getByLabel('New note')).toBeFocused();
  });

  await test.step('tags', async () => {
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
  });

  await test.step('failed moves', async () => {
    await page.route('**/rpc/review_move', (route) => route.abort());
    for (const to of ['In review', 'Withdrawn']) {
      await desk.openMoves();
      await page.getByRole('menuitem', { name: to }).first().click();
      const head = desk.failedMoves.getByRole('alert').filter({ hasText: to });
      await expect(head).toHaveText(`No answer about the move of Focus ${desk.prefix} to ${to}.`);
    }
    await page.unroute('**/rpc/review_move');
    await panel.getByLabel('Add a tag').focus();
    await desk.failedMoves.getByRole('button', { name: 'Leave it' }).first().focus();
    await page.keyboard.press('Enter');
    await expect(desk.failedMoves.getByRole('button', { name: 'Try again' })).toBeFocused();
    await desk.failedMoves.getByRole('button', { name: 'Leave it' }).focus();
    await page.keyboard.press('Enter');
    await expect(panel.getByLabel('Add a tag')).toBeFocused();
  });

  await test.step('filters', async () => {
    await desk.openMoves();
    await page.getByRole('menuitem', { name: 'Declined' }).first().focus();
    await page.keyboard.press('Enter');
    await expect(desk.toast('is now Declined')).toBeVisible();

    await desk.goTo(`?status=declined&confirmed=no&search=focus+${desk.prefix}`);
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
});

test('the kind of a new filter gives the focus to its values, which while they load does not say that there are none @release', async ({
  desk,
  page,
}) => {
  await desk.make(`Soon ${desk.prefix}`, { email_confirmed_at: new Date(Date.now() - 7.5 * 86_400_000) });
  await desk.server.sql('insert into public.review_tags values ($1)', [`a tag of ${desk.prefix}`]);
  const release = await holdBack(page, '**/rest/v1/review_tags*');
  await desk.open('?view=all');
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('button', { name: 'Answer due', exact: true }).press('Enter');
  const due = page.getByRole('dialog', { name: 'Answer due' });
  await expect(due.getByRole('button').first()).toBeFocused();
  await due.getByRole('button', { name: 'Within 3 days' }).click();
  await expect(page).toHaveURL(/due=soon/);
  await expect(desk.row(`Soon ${desk.prefix}`)).toContainText('due in 2 days');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('button', { name: 'Tag', exact: true }).press('Enter');
  const values = page.getByRole('dialog', { name: 'Tag' });
  await expect(values).toBeVisible();
  await expect(values.getByRole('button')).toHaveCount(0);
  await expect(values).not.toContainText('No application has a tag yet.');
  release();
  await expect(values.getByRole('button').first()).toBeVisible();
});
