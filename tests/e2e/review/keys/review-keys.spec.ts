import { Hands } from '../../harness/key-pace.ts';
import { expect, test, type Desk } from '../../harness/review-desk.ts';
import { holdBack } from '../../harness/hold-back.ts';
import { addressOf, fates, makeFamily, times } from '../../harness/review-family.ts';

/** Opens the list of a family, and its first application. */
async function openFirst(desk: Desk, family: string): Promise<void> {
  await desk.open(addressOf(family));
  await openFromList(desk, `${family} 01`);
}

async function openFromList(desk: Desk, name: string): Promise<void> {
  await desk.link(name).click();
  await desk.panel.getByText('History').waitFor();
}

test.describe('keys typed 20 ms apart on a processor 6 times slower', () => {
  /** Returns a function that types keys without waiting for their effect. */
  const slowHands = async (desk: Desk) => {
    const hands = await Hands.on(desk.page);
    return (...keys: string[]) => hands.type(keys, 20, 6);
  };

  test('m 6 j twenty times moves those twenty and no other, and text typed after e goes into the note @release', async ({
    desk,
  }) => {
    const family = `Sandpiper ${desk.prefix}`;
    await makeFamily(desk, family, 28);
    await openFirst(desk, family);
    const opened = (number: number) => desk.panel.getByRole('heading', { name: `${family} ${number}` });
    const type = await slowHands(desk);
    await type(...times(20, 'm', '6', 'j'));
    await expect
      .poll(() => fates(desk, family))
      .toEqual([...times(20, 'in_review 2'), ...times(8, 'submitted 1')]);
    await expect(opened(21)).toBeFocused();
    await expect(desk.page.getByRole('menu')).toHaveCount(0);
    await expect(desk.dialog).toHaveCount(0);

    await type('m', 'x', 'j', 'm', 'Enter', 'm', ' ', 'm', 'm', 'm', 'Escape', 'j');
    await expect(opened(23)).toBeFocused();
    await expect(desk.page.getByText(/selected/)).toHaveCount(0);
    await type('m', '9', 'j', 'm', '0', 'j', 'm', ...times(3, 'ArrowDown'), 'Enter', 'j', 'm', '0', 'j');
    const expected = [
      ...times(20, 'in_review 2'),
      ...times(2, 'submitted 1'),
      ...times(2, 'declined 2', 'withdrawn 2'),
      ...times(2, 'submitted 1'),
    ];
    await expect.poll(() => fates(desk, family)).toEqual(expected);

    // The whole of the next one is not loaded when its keys are typed.
    const answer = await holdBack(desk.page, '**/rpc/review_application');
    await type('j', 'e', 'm', 'j', 'x');
    await expect(opened(28)).toBeVisible();
    answer();
    await expect(desk.panel.getByLabel('New note')).toHaveValue('mjx');
    expect(await fates(desk, family)).toEqual(expected);
  });

  test('moves of one application are sent in turn, Ctrl Z takes back the last, and keys cross pages', async ({
    desk,
  }) => {
    const family = `Jacksnipe ${desk.prefix}`;
    await makeFamily(desk, family, 6);
    await openFirst(desk, family);
    const type = await slowHands(desk);
    await type('m', '6', 'm', '7', 'j', 'm', '6', 'j', 'm', '6', 'Mod+z', 'j', 'm', '9');
    const expected = ['interview 3', 'in_review 2', 'submitted 3', 'declined 2', ...times(2, 'submitted 1')];
    await expect.poll(() => fates(desk, family)).toEqual(expected);

    await desk.goTo(addressOf(family));
    await openFromList(desk, `${family} 05`);
    await desk.link(`${family} 06`).click();
    await expect(desk.panel.getByRole('heading', { name: `${family} 06` })).toBeFocused();
    await desk.page.keyboard.press('?');
    await desk.dialog.waitFor();
    // goBack() would wait for a navigation, which there is not.
    await desk.page.evaluate(() => history.back());
    await expect(desk.dialog).toHaveCount(0);
    await expect(desk.panel.getByRole('heading', { name: `${family} 06` })).toBeFocused();
    // The browser reports a closed dialog later, when the next one or a menu is open already.
    await type('?', 'Escape', '?');
    await desk.dialog.waitFor();
    await type('Escape', 'm');
    await expect(desk.page.getByRole('menu')).toBeFocused();
    await desk.page.keyboard.press('ControlOrMeta+k');
    await expect(desk.dialog.getByRole('combobox')).toBeFocused();
    await type('Escape', 'm');
    await expect(desk.page.getByRole('menu')).toBeFocused();
    await desk.page.goBack();
    await expect(desk.panel.getByRole('heading', { name: `${family} 05` })).toBeVisible();
    await expect(desk.page.getByRole('menu')).toHaveCount(0);
    await desk.page.keyboard.press('Enter');
    expect(await fates(desk, family)).toEqual(expected);

    const long = `Dotterel ${desk.prefix}`;
    await makeFamily(desk, long, 55);
    await desk.goTo(addressOf(long));
    await openFromList(desk, `${long} 49`);
    await type('j', 'k', 'j', 'j', 'm', '6', 'j', 'm', '9');
    const beyond = times(55, 'submitted 1');
    beyond[50] = 'in_review 2';
    beyond[51] = 'declined 2';
    await expect.poll(() => fates(desk, long)).toEqual(beyond);
    await desk.panel.getByRole('button', { name: 'Close application' }).click();
    await desk.page.getByRole('button', { name: 'Previous' }).click();
    await expect(desk.link(`${long} 01`)).toBeVisible();
  });

  test('a row that leaves the list passes the focus on, and Ctrl Z takes the move back', async ({ desk }) => {
    const family = `Lapwing ${desk.prefix}`;
    await makeFamily(desk, family, 6);
    await desk.open(addressOf(family));
    const link = (number: string) => desk.link(`${family} ${number}`);
    await link('01').focus();
    await desk.page.keyboard.press('m');
    await expect(desk.page.getByRole('menu')).toBeFocused();
    await desk.page.keyboard.press('6');
    await expect(link('02')).toBeFocused();
    await desk.page.keyboard.press('ControlOrMeta+z');
    await expect(desk.toast('1 application restored.')).toBeVisible();
    await expect(link('01')).toBeVisible();
    await desk.page.keyboard.press('k');
    await expect(link('01')).toBeFocused();
    const type = await slowHands(desk);
    // Moved out of the list, a row leaves its place to the next one.
    await type('m', '6', 'm', '6', 'j', 'x', 'j', 'x');
    await expect(desk.page.getByText('2 selected')).toBeVisible();
    for (const number of ['04', '05'])
      await expect(desk.page.getByRole('checkbox', { name: `Select ${family} ${number}` })).toBeChecked();
    await expect
      .poll(() => fates(desk, family))
      .toEqual(['in_review 4', 'in_review 2', ...times(4, 'submitted 1')]);

    let lost = 0;
    await desk.page.route('**/rpc/review_list', async (route) => {
      await route.abort();
      lost += 1;
    });
    await desk.page.keyboard.press('Escape');
    await link('06').focus();
    await type('m', '6');
    await expect(desk.toast(`${family} 06 is now In review`)).toBeVisible();
    // A lost request is sent again twice.
    await expect.poll(() => lost).toBeGreaterThan(2);
    await expect(link('06')).toHaveCount(0);
    await desk.page.unroute('**/rpc/review_list');
    await desk.page.waitForResponse('**/rpc/review_list');
    await expect(link('03')).toBeVisible();
    await expect(link('06')).toHaveCount(0);
  });
});
