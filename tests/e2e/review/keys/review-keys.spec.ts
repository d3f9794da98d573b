import { Hands } from '../../harness/key-pace.ts';
import { expect, test, type Desk } from '../../harness/review-desk.ts';
import { holdBack } from '../../harness/hold-back.ts';
import { addressOf, fates, makeFamily, times } from '../../harness/review-family.ts';

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** Opens the list of a family, and its first application. */
async function openFirst(desk: Desk, family: string): Promise<void> {
  await desk.open(addressOf(family));
  await desk.link(`${family} 01`).click();
  await desk.panel.getByText('History').waitFor();
}

test.describe('keys typed 20 ms apart on a processor 6 times slower', () => {
  /** A family's first application, open, and hands that do not wait. */
  const sitDown = async (desk: Desk, family: string, count: number) => {
    await makeFamily(desk, family, count);
    await openFirst(desk, family);
    const hands = await Hands.on(desk.page);
    await hands.slowProcessor(6);
    return (...keys: string[]) => hands.type(keys, 20);
  };

  test('m Enter j twenty times moves those twenty and no other', async ({ desk }) => {
    const family = `Sandpiper ${desk.prefix}`;
    const type = await sitDown(desk, family, 22);
    await type(...times(20, 'm', 'Enter', 'j'));
    await expect
      .poll(() => fates(desk, family))
      .toEqual([...times(20, 'in_review 2'), 'submitted 1', 'submitted 1']);
    await expect(desk.panel.getByRole('heading', { name: `${family} 21` })).toBeFocused();
    await expect(desk.page.getByRole('menu')).toHaveCount(0);
    await expect(desk.dialog).toHaveCount(0);
  });

  test('digits choose the same moves as while reading, arrows mark one, and j, x and Escape move no one', async ({
    desk,
  }) => {
    const family = `Turnstone ${desk.prefix}`;
    const type = await sitDown(desk, family, 7);
    await type('m', 'j', 'x', 'Escape', 'j', 'm', 'Escape', 'j');
    await expect(desk.panel.getByRole('heading', { name: `${family} 03` })).toBeFocused();
    await expect(desk.page.getByText(/selected/)).toHaveCount(0);
    await type('m', '9', 'j', 'm', '0', 'j', 'm', 'ArrowDown', 'Enter', 'j', 'm', '0', 'j');
    await expect
      .poll(() => fates(desk, family))
      .toEqual([...times(2, 'submitted 1'), ...times(2, 'declined 2', 'withdrawn 2'), 'submitted 1']);
  });

  test('two moves of one application are sent one after the other, and Ctrl Z takes back the last, even a pending one', async ({
    desk,
  }) => {
    const family = `Jacksnipe ${desk.prefix}`;
    const type = await sitDown(desk, family, 4);
    await type('m', 'Enter', 'm', 'Enter', 'j', 'm', 'Enter', 'j', 'm', 'Enter', 'Control+z', 'j', 'm', '9');
    await expect
      .poll(() => fates(desk, family))
      .toEqual(['interview 3', 'in_review 2', 'submitted 3', 'declined 2']);
  });

  test('in the list, x selects the marked row, and m moves only that one', async ({ desk }) => {
    const family = `Lapwing ${desk.prefix}`;
    await makeFamily(desk, family, 6);
    await desk.open(addressOf(family));
    await desk.link(`${family} 01`).focus();
    const hands = await Hands.on(desk.page);
    await hands.slowProcessor(6);
    // Moved out of the list, a row leaves its place to the next one.
    await hands.type(['m', 'Enter', 'm', 'Enter', 'j', 'x', 'j', 'x'], 20);
    await expect(desk.page.getByText('2 selected')).toBeVisible();
    for (const number of [4, 5])
      await expect(
        desk.page.getByRole('checkbox', { name: `Select ${family} ${twoDigits(number)}` }),
      ).toBeChecked();
    expect(await fates(desk, family)).toEqual([...times(2, 'in_review 2'), ...times(4, 'submitted 1')]);
  });

  test('keys cross the end of a page and reach the first of the next one', async ({ desk }) => {
    const family = `Dotterel ${desk.prefix}`;
    await makeFamily(desk, family, 55);
    await desk.open(addressOf(family));
    await desk.link(`${family} 49`).click();
    await desk.panel.getByText('History').waitFor();
    const hands = await Hands.on(desk.page);
    await hands.slowProcessor(6);
    await hands.type(['j', 'j', 'm', 'Enter', 'j', 'm', '9'], 20);
    const expected = times(55, 'submitted 1');
    expected[50] = 'in_review 2';
    expected[51] = 'declined 2';
    await expect.poll(() => fates(desk, family)).toEqual(expected);
  });

  test('text typed after e is entered into the note', async ({ desk }) => {
    const family = `Ruddock ${desk.prefix}`;
    const type = await sitDown(desk, family, 3);
    // The whole of the third one is not loaded when its keys are typed.
    const answer = await holdBack(desk.page, '**/rpc/review_application');
    await type('j', 'j', 'e', 'm', 'j', 'x');
    await expect(desk.panel.getByRole('heading', { name: `${family} 03` })).toBeVisible();
    answer();
    await expect(desk.panel.getByLabel('New note')).toHaveValue('mjx');
    expect(await fates(desk, family)).toEqual(times(3, 'submitted 1'));
  });
});

test('the menu of moves closes when another application is opened', async ({ desk }) => {
  const family = `Whinchat ${desk.prefix}`;
  await makeFamily(desk, family, 2);
  await openFirst(desk, family);
  await desk.link(`${family} 02`).click();
  await expect(desk.panel.getByRole('heading', { name: `${family} 02` })).toBeFocused();
  await desk.page.keyboard.press('m');
  await expect(desk.page.getByRole('menuitem', { name: 'In review' })).toBeFocused();
  await desk.page.goBack();
  await expect(desk.panel.getByRole('heading', { name: `${family} 01` })).toBeVisible();
  await expect(desk.page.getByRole('menu')).toHaveCount(0);
  await desk.page.keyboard.press('Enter');
  expect(await fates(desk, family)).toEqual(['submitted 1', 'submitted 1']);
});
