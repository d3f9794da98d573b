import { type Desk, expect, nameOf, test } from '../../harness/review-desk.ts';
import { holdBack } from '../../harness/hold-back.ts';
import { begin, heading, makeFamily } from '../../harness/review-family.ts';

test.afterEach(({ server }) =>
  server.sql(`
    update public.review_settings set hides_others_until_scored = true;
    -- At once, because no two criteria may share a position.
    update public.rating_criteria set position = array_position(array['craft', 'product', 'agents', 'drive'], key);
    update public.rating_criteria set label = 'Craft' where key = 'craft';
    update public.rating_criteria set label = 'Sense of product' where key = 'product'`),
);

const criteria = ['Craft', 'Sense of product', 'Work with agents', 'Drive to ship'];
const step = ({ panel }: Desk, criterion: string, score: number) =>
  panel.getByRole('radio', { name: `${criterion}: ${score} of 5` });
const group = ({ panel }: Desk, criterion: string) => panel.getByRole('group', { name: criterion });

test('others’ opinions are hidden until the member’s own scorecard is complete', async ({
  desk,
  elsewhere,
  colleague,
}) => {
  const id = await desk.make(`Curlew ${desk.prefix}`);
  const other = await desk.make(`Dunlin ${desk.prefix}`);
  const rate = (criterion: string, score: number, seen_score: number | null = null, application_id = id) =>
    elsewhere.call('review_rate', { application_id, criterion, score, seen_score });
  await rate('craft', 4);
  for (const criterion of ['product', 'agents', 'drive']) await rate(criterion, 2);
  await elsewhere.call('review_rate_overall', { application_id: id, overall: false });
  await elsewhere.open(id);
  await rate('craft', 2, 4);
  await elsewhere.addNote(id, 'Nothing shipped yet.');

  await rate('craft', 1, null, other);
  const byRating = `?sort=-rating&search=${desk.prefix}`;
  const rows = desk.page.getByRole('row').filter({ hasText: desk.prefix });
  await desk.open(byRating);
  await expect(rows).toHaveCount(2);
  await expect(rows.getByText(/^\d\.\d$/)).toHaveCount(0);
  const hidden =
    'A rating shows only to those whose own scores are complete. Applications without one come last.';
  await expect(desk.page.getByText(hidden)).toBeVisible();
  await desk.goTo(`${byRating}&screen=board`);
  await expect(desk.page.getByText(hidden)).toBeVisible();

  await desk.goToApplication(id);
  await expect(desk.panel).toContainText('once your own scores are complete: 0 of 5 given.');
  await expect(desk.panel).not.toContainText('Nothing shipped yet.');
  for (const criterion of criteria) await step(desk, criterion, 4).check();
  await expect(desk.panel).toContainText('4 of 5 given.');
  const named = desk.panel.getByText(nameOf(colleague)).and(desk.page.locator(':not(option)'));
  await expect(named, 'outside the choice of assignees').toHaveCount(0);

  await desk.panel.getByRole('radio', { name: 'Overall: Yes', exact: true }).check();
  await expect(desk.panel).toContainText('3.0 on average');
  await expect(group(desk, 'Craft')).toContainText(`2 to 4: ${nameOf(colleague)} 2, first 4`);
  await expect(group(desk, 'Overall')).toContainText(`1 yes, 1 no: ${nameOf(colleague)} no`);
  const theirs = desk.panel.getByRole('article').filter({ hasText: 'Nothing shipped yet.' });
  await expect(theirs.getByRole('button', { name: 'Remove' })).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await desk.writeNote('Shipped this week.');
  const own = desk.panel.getByRole('article').filter({ hasText: 'Shipped this week.' });
  await expect(own.getByRole('button', { name: 'Edit' })).toBeVisible();

  await step(desk, 'Craft', 2).check();
  await expect(group(desk, 'Craft').getByRole('emphasis')).toHaveText('first 4');
  await expect(group(desk, 'Craft')).toContainText('all 2');

  await desk.goTo(byRating);
  await expect(rows.first()).toContainText('2.8');
  await expect(rows.last()).toContainText('Dunlin');
});

test('a score shows its meaning and moves nothing below it, and the last of quick keys counts', async ({
  desk,
}) => {
  await desk.openNew(`Avocet ${desk.prefix}`);
  const craft = group(desk, 'Craft');
  await step(desk, 'Craft', 4).hover();
  await expect(craft).toContainText('Clean and dependable');
  await step(desk, 'Craft', 2).focus();
  await expect(craft).toContainText('Rough, breaks in use');
  const placeOf = (criterion: string) =>
    group(desk, criterion).evaluate((fieldset) => fieldset.getBoundingClientRect().top);
  const distance = async () => (await placeOf('Drive to ship')) - (await placeOf('Craft'));
  const before = await distance();
  for (const criterion of criteria.slice(0, 3)) await step(desk, criterion, 3).check();
  await expect(desk.panel.getByRole('button', { name: /^Clear / })).toHaveCount(3);
  await expect.poll(distance).toBe(before);
  await desk.panel.getByRole('heading', { name: 'Rating' }).hover();
  await desk.panel.getByLabel('New note').focus();
  await expect(craft).toContainText('Sound, with gaps');
  const { width, height } = (await craft.locator('label').first().boundingBox())!;
  expect([width, height]).toEqual([28, 28]);
  await craft.getByRole('button', { name: 'Clear Craft' }).click();
  await expect(step(desk, 'Craft', 3)).not.toBeChecked();

  await step(desk, 'Craft', 1).focus();
  await desk.page.keyboard.press('Space');
  for (const _ of [2, 3, 4, 5]) await desk.page.keyboard.press('ArrowRight');
  await expect(step(desk, 'Craft', 5)).toBeChecked();
  await expect(desk.panel).toContainText('3 of 5 given.');
  await expect(desk.dialog).toHaveCount(0);
});

test('a score without an answer names its person and criterion, also after the next one is shown, and is tried or given again', async ({
  desk,
}) => {
  const { page, server } = desk;
  const family = `Kestrel ${desk.prefix}`;
  const [first] = await makeFamily(desk, family, 2);
  await begin(desk, family);
  const craft = page.getByRole('radio', { name: 'Craft: 4 of 5' });
  await expect(craft).toBeVisible();
  const failAndLeave = async (score: string) => {
    await page.route('**/rpc/review_rate', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await page.keyboard.press(score);
    await failed;
    await page.keyboard.press('j');
    await expect(heading(desk, `${family} 02`)).toBeFocused();
  };
  await failAndLeave('4');
  const notice = desk.toast(`No answer: Craft of ${family} 01`);
  // A notice under the pointer stays.
  await notice.hover();
  await expect(notice).toContainText('may or may not have been saved');
  await page.unroute('**/rpc/review_rate');
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(notice).toHaveCount(0);
  const scores = () =>
    server.column('select score from public.application_ratings where application_id = $1', [first]);
  await expect.poll(scores).toEqual([4]);

  const back = async () => {
    await page.keyboard.press('k');
    await expect(heading(desk, `${family} 01`)).toBeFocused();
    await expect(craft).toBeVisible();
    await page.keyboard.press('Backspace');
  };
  await back();
  await failAndLeave('3');
  await notice.hover();
  await back();
  await page.unroute('**/rpc/review_rate');
  const release = await holdBack(page, '**/rpc/review_rate');
  await page.keyboard.press('5');
  await expect(notice).toHaveCount(0);
  release();
  await expect.poll(scores).toEqual([5]);
});

test('an owner names steps, and orders and retires criteria', async ({ desk, page }) => {
  await desk.open('?screen=settings&section=scoring');
  await page.getByLabel('Name of criterion 1').fill('Making');
  await page.getByLabel('Step 5 of Making').fill('Teaches us');
  // One that reaches the top or is retired leaves the focus at the criteria.
  for (const name of ['Move Sense of product up', 'Retire Work with agents']) {
    await page.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Not saved yet.')).toBeVisible();
    await expect(page.getByRole('list').locator(':focus')).toHaveCount(1);
  }
  await expect(page.getByLabel('Name of criterion 2')).toHaveValue('Making');
  const hiding = page.getByLabel('Hide others’ scores and notes until members complete their own');
  await expect(hiding).toBeChecked();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(desk.toast('Saved')).toBeVisible();

  await desk.openNew(`Pipit ${desk.prefix}`);
  await expect(desk.panel).toContainText('0 of 4 given.');
  await expect(desk.panel.getByRole('radio', { name: 'Making: 5 of 5, Teaches us' })).toBeVisible();
  await expect(desk.panel.getByRole('group', { name: 'Work with agents' })).toHaveCount(0);

  await desk.goTo('?screen=settings&section=scoring');
  await page.getByRole('button', { name: 'Ask again for Work with agents' }).click();
  await page.getByLabel('Step 5 of Making').fill('Outstanding');
  await hiding.uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  // The notice of the first save may still be there, and the button is disabled while it saves.
  await expect(page.getByText('Not saved yet.')).toHaveCount(0);
  await expect(page.getByLabel('Name of criterion 4')).toHaveValue('Work with agents');

  await page.getByLabel('Name of criterion 1').fill('Mine');
  await desk.server.sql(
    "update public.rating_criteria set label = 'Theirs' where key = 'product'; update public.review_settings set hides_others_until_scored = hides_others_until_scored",
  );
  await page.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'Someone else changed this' });
  await expect(conflict).toContainText('Theirs: No evidence');
  await page.getByRole('button', { name: 'Discard mine' }).click();
  await expect(page.getByLabel('Name of criterion 1')).toHaveValue('Theirs');
  await desk.openNew(`Rail ${desk.prefix}`);
  await expect(desk.panel).toContainText('Not rated yet');
});
