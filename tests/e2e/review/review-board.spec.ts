import { expectInPlace, measureFolded } from '../harness/folded-columns.ts';
import { holdBack } from '../harness/hold-back.ts';
import { type Desk, expect, test } from '../harness/review-desk.ts';

/** Returns if each card has two lines, and the facts in view that are cut. Sectors end in an ellipsis. */
const measureCards = (cards: readonly Element[]) =>
  cards.map((card) => {
    const facts = card.lastElementChild!;
    const line = facts.getBoundingClientRect();
    const shown = [...facts.children].slice(0, -1).filter((fact) => {
      const { top, width } = fact.getBoundingClientRect();
      return width > 0 && top < line.bottom;
    });
    const isCut = (fact: Element) => fact.getBoundingClientRect().right > line.right + 1;
    return {
      isTwoLines: card.childElementCount === 2 && line.height <= 20,
      cut: shown.filter(isCut).map(({ textContent }) => textContent),
    };
  });

const column = (desk: Desk, name: string) => desk.page.getByRole('region', { name, exact: true });

test('a card shows its facts, and is dragged to a column that takes it', async ({ desk }) => {
  await test.step('facts and folded columns', async () => {
    const id = await desk.make(`Card ${desk.prefix}`, { tags: ['craft'] });
    await desk.make(`Card ${desk.prefix} strip`, { status: 'declined' });
    await desk.server.sql(
      `update public.applications set assignee = (select user_id from public.user_roles where access = 'owner' limit 1),
            rating = 4.5, status_changed_at = now() - interval '74 hours' where id = $1`,
      [id],
    );
    await desk.seesOthers(id);
    await desk.open(`?screen=board&search=card+${desk.prefix}`);
    const card = column(desk, 'Submitted')
      .getByRole('listitem')
      .filter({ hasText: `Card ${desk.prefix}` });
    for (const text of ['4.5 of 5', 'craft', 'Not confirmed', '3 days here'])
      await expect(card).toContainText(text);
    await expect(card.getByTitle(/@/)).toBeVisible();
    await test.step('two lines', async () => {
      const tags = Array.from({ length: 20 }, (_, number) => `tag number ${number}`);
      await desk.make(`Card ${desk.prefix} full`, { email_confirmed_at: new Date(), tags });
      await desk.page.reload();
      await expect(column(desk, 'Submitted').getByRole('listitem')).toHaveCount(2);
      for (const width of [412, 768, 1350]) {
        await desk.page.setViewportSize({ width, height: 900 });
        const cards = await column(desk, 'Submitted').getByRole('listitem').evaluateAll(measureCards);
        expect(cards, `at ${width} px`).toEqual(cards.map(() => ({ isTwoLines: true, cut: [] })));
      }
    });
    await expect(column(desk, 'Declined').getByRole('listitem')).toHaveCount(0);
    expectInPlace(await desk.page.evaluate(`(() => { ${measureFolded} })()`));
    await desk.page.getByRole('button', { name: 'Declined 1', exact: true }).click();
    await expect(
      column(desk, 'Declined').getByRole('link', { name: `Card ${desk.prefix} strip` }),
    ).toBeVisible();
    await expect(desk.page.getByRole('button', { name: 'Fold Declined' })).toBeFocused();
    await desk.page.keyboard.press('Enter');
    await expect(column(desk, 'Declined').getByRole('listitem')).toHaveCount(0);
    await expect(desk.page.getByRole('button', { name: 'Declined 1', exact: true })).toBeFocused();
  });

  await test.step('dragging', async () => {
    await desk.make(`Drag ${desk.prefix}`);
    await desk.goTo(`?screen=board&search=drag+${desk.prefix}`);
    const { page } = desk;
    const dragged = page.getByRole('listitem').filter({ hasText: `Drag ${desk.prefix}` });
    await dragged.dragTo(column(desk, 'Accepted'));
    await expect(desk.toast('There is no move from Submitted to Accepted')).toBeVisible();
    // The browser recognises a card's column only when the pointer moves within it.
    const over = async (name: string) => {
      for (const y of [20, 30]) await column(desk, name).hover({ position: { x: 30, y } });
    };
    await dragged.hover();
    await page.mouse.down();
    await over('In review');
    await expect(column(desk, 'In review')).toHaveAttribute('data-over', 'takes');
    await over('Interview');
    await expect(column(desk, 'Interview')).toHaveAttribute('data-over', 'takes');
    await over('Accepted');
    await expect(column(desk, 'Accepted')).toHaveAttribute('data-over', 'refuses');
    await expect(column(desk, 'Accepted')).toContainText(
      'First to Interview: there is no move from Submitted to Accepted.',
    );
    await expect(column(desk, 'In review')).not.toHaveAttribute('data-over');
    await over('In review');
    await page.mouse.up();
    await expect(desk.toast('is now In review')).toBeVisible();
    await dragged.dragTo(column(desk, 'Declined'));
    await page.getByRole('button', { name: /^Declined \d/, expanded: false }).click();
    await expect(column(desk, 'Declined').getByText(`Drag ${desk.prefix}`)).toBeVisible();
  });
});

test('keys move between cards, assign, move and open them, and pass the focus on', async ({
  desk,
  elsewhere,
}) => {
  for (const name of ['One', 'Two']) await desk.make(`${name} Keys ${desk.prefix}`);
  await desk.make(`Three Keys ${desk.prefix}`, { status: 'in_review' });
  await desk.open(`?screen=board&search=keys+${desk.prefix}&sort=name&order=asc`);
  const cards = column(desk, 'Submitted').getByRole('link');
  await expect(cards).toHaveCount(2);
  await expect(desk.link(`Three Keys ${desk.prefix}`)).toBeVisible();
  const { keyboard } = desk.page;
  const first = (status: string) => column(desk, status).getByRole('listitem').first();
  const move = async (key: string) => {
    await keyboard.press('m');
    await expect(desk.page.getByRole('menu')).toBeFocused();
    await keyboard.press(key);
  };
  await test.step('arrows, the menu of moves and Enter', async () => {
    await keyboard.press('j');
    await expect(cards.first()).toBeFocused();
    await keyboard.press('j');
    await expect(cards.last()).toBeFocused();
    await keyboard.press('l');
    await expect(desk.link(`Three Keys ${desk.prefix}`)).toBeFocused();
    await keyboard.press('ArrowLeft');
    await expect(cards.first()).toBeFocused();
    await keyboard.press('ArrowDown');
    await expect(cards.last()).toBeFocused();
    await keyboard.press('k');
    await keyboard.press('m');
    await expect(desk.page.getByRole('menu')).toBeFocused();
    await keyboard.press('Escape');
    await expect(cards.first()).toBeFocused();
    await keyboard.press('m');
    await keyboard.press('ArrowDown');
    await expect(desk.page.getByRole('menuitem', { name: 'In review' })).toBeFocused();
    await keyboard.press('Enter');
    // The card takes the focus along.
    const moved = column(desk, 'In review').getByRole('link', { name: `One Keys ${desk.prefix}` });
    await expect(moved).toBeFocused();
    await expect(cards).toHaveCount(1);
    await keyboard.press('Enter');
    await expect(desk.panel).toBeVisible();
    await desk.panel.getByRole('button', { name: 'Close application' }).click();
  });

  await test.step('a search that is on its way', async () => {
    await keyboard.press('/');
    await desk.dialog.getByRole('combobox').fill(`two keys ${desk.prefix}`);
    const all = desk.page.getByRole('option', { name: /^Show all with/ });
    await expect(all).toBeVisible();
    const release = await holdBack(desk.page, '**/rpc/review_list');
    await all.click();
    for (const status of ['Submitted', 'In review'])
      await expect(column(desk, status).getByText('Loading…')).toHaveCount(1);
    release();
    await expect(column(desk, 'In review')).toContainText('No one here');
  });

  await test.step('an assignment by key, and one by someone else', async () => {
    const longAgo = new Date(Date.now() - 74 * 3_600_000);
    const make = (name: string) => desk.make(`${name} Heron ${desk.prefix}`, { status_changed_at: longAgo });
    const id = await make('A');
    for (const name of ['B', 'C']) await make(name);
    await desk.goTo(`?screen=board&search=heron+${desk.prefix}&sort=name`);
    await expect(cards).toHaveCount(3);
    await keyboard.press('j');
    await expect(cards.first()).toBeFocused();
    await keyboard.press('a');
    await expect(desk.page.getByRole('dialog', { name: `Assign A Heron ${desk.prefix} to` })).toBeVisible();
    await keyboard.type('me');
    await keyboard.press('Enter');
    await expect(desk.toast('is assigned to')).toBeVisible();
    await elsewhere.many([id], { assignee: elsewhere.id });
    await expect(first('Submitted').getByTitle(/^colleague/)).toBeVisible();
  });
  await test.step('moves by key', async () => {
    await move('6');
    // The card has been loaded again.
    await expect(first('In review')).toContainText('new here');
    await move('7');
    await expect(first('Interview').getByRole('link')).toBeFocused();
    await expect(desk.toast('is now Interview')).toBeVisible();
    await expect(desk.failedMoves).toHaveCount(0);
  });

  await test.step('moves into folded columns', async () => {
    // The last columns are folded, so a card that is moved there is gone.
    await keyboard.press('h');
    await expect(cards.first()).toBeFocused();
    await move('9');
    await expect(cards).toHaveText([`C Heron ${desk.prefix}`]);
    await expect(cards).toBeFocused();
    await move('9');
    await expect(desk.page.getByRole('group', { name: 'Board' })).toBeFocused();
    // It would replace the notice below.
    await expect(desk.toast(`C Heron ${desk.prefix} is now Declined`)).toBeVisible();
  });

  await test.step('back to a card, and to another screen', async () => {
    await keyboard.press('j');
    await expect(first('Interview').getByRole('link')).toBeFocused();
    for (const key of ['g', 'n']) await keyboard.press(key);
    await expect(desk.page).toHaveURL(/screen=numbers/);
    await keyboard.press('m');
    await expect(desk.toast('Choose an application first')).toBeVisible();
  });
});
