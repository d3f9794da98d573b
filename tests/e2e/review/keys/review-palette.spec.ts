import { goToAccount } from '../../harness/account/account-menu.ts';
import { holdBack } from '../../harness/hold-back.ts';
import { expect, test, type Desk } from '../../harness/review-desk.ts';

const palette = ({ page }: Desk) => page.getByRole('dialog', { name: 'Search people and commands' });
const option = ({ page }: Desk, name: string | RegExp) => page.getByRole('option', { name });

test('Ctrl K finds applications and lists recent ones, and single keys can be switched off', async ({
  desk,
}) => {
  await desk.make(`Bittern ${desk.prefix}`);
  const corncrake = await desk.make(`Corncrake ${desk.prefix}`);
  await test.step('keys typed before it is loaded', async () => {
    const send = await holdBack(desk.page, /\/Palette\./);
    await desk.open();
    await desk.page.keyboard.press('ControlOrMeta+k');
    await desk.page.keyboard.type('board');
    send();
    await expect(palette(desk).getByRole('combobox')).toHaveValue('board');
    await desk.page.keyboard.press('Enter');
    await expect(desk.page).toHaveURL(/screen=board/);
    await desk.page.keyboard.press('ControlOrMeta+k');
    await expect(palette(desk).getByRole('combobox')).toBeFocused();
    await desk.page.keyboard.type(`bittern ${desk.prefix}`);
    await expect(option(desk, `Bittern ${desk.prefix}`).first()).toHaveAttribute('aria-selected', 'true');
    await desk.page.keyboard.press('Enter');
    await expect(desk.panel.getByRole('heading', { name: `Bittern ${desk.prefix}` })).toBeFocused();
    await expect(palette(desk)).toHaveCount(0);
  });

  await test.step('Enter before an answer', async () => {
    const answer = await holdBack(desk.page, '**/rpc/review_list');
    await desk.page.keyboard.press('ControlOrMeta+k');
    await desk.page.keyboard.type(`corncrake ${desk.prefix}`);
    await desk.page.keyboard.press('Enter');
    await expect(palette(desk).getByText('Searching…')).toBeVisible();
    answer();
    await expect(desk.panel.getByRole('heading', { name: `Corncrake ${desk.prefix}` })).toBeVisible();
  });

  await test.step('recent people', async () => {
    await goToAccount(desk.page);
    await desk.page.getByRole('heading', { name: 'Your account' }).waitFor();
    await desk.page.getByRole('link', { name: 'Dashboard' }).click();
    await desk.server.sql('delete from public.applications where id = $1', [corncrake]);
    await desk.page.getByRole('button', { name: 'Search', exact: true }).click();
    const lately = palette(desk).getByRole('option', { name: /^(Bittern|Corncrake)/ });
    await expect(lately).toHaveText([/^Corncrake/, /^Bittern/]);
    const stored = await desk.page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    );
    expect(stored).not.toMatch(/Bittern|Corncrake/);
    await lately.first().click();
    await expect(desk.panel.getByText('Back to the list')).toBeVisible();
    await desk.page.keyboard.press('ControlOrMeta+k');
    await expect(palette(desk).getByRole('combobox')).toBeFocused();
    await expect(lately).toHaveText([/^Bittern/]);
    await desk.page.keyboard.press('Escape');
  });

  await test.step('keys of screens, and single keys switched off', async () => {
    for (const [key, screen] of Object.entries({ n: 'numbers', s: 'settings', b: 'board' })) {
      await desk.page.keyboard.press('g');
      await desk.page.keyboard.press(key);
      await expect(desk.page).toHaveURL(new RegExp(`screen=${screen}`));
    }
    await desk.page.keyboard.press('?');
    const keys = desk.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const label of ['Board', 'Assign to…', 'Write a note'])
      await expect(keys.getByRole('definition').filter({ hasText: label }).first()).toBeVisible();
    await keys.getByRole('checkbox', { name: 'Single-key shortcuts are on' }).uncheck();
    await desk.page.keyboard.press('Escape');
    await desk.page.keyboard.press('?');
    await expect(desk.dialog).toHaveCount(0);
    await desk.page.keyboard.press('ControlOrMeta+k');
    await expect(palette(desk)).toBeVisible();
    await desk.page.keyboard.press('ControlOrMeta+k');
    await expect(palette(desk)).toHaveCount(0);
  });
});

test('changes are made from the palette, and Ctrl Z undoes only the member’s own', async ({
  desk,
  elsewhere,
}) => {
  const name = `Brambling ${desk.prefix}`;
  const id = await desk.openNew(name);
  const type = async (text: string) => {
    await desk.page.keyboard.press('ControlOrMeta+k');
    await desk.page.keyboard.type(text);
    await desk.page.keyboard.press('Enter');
  };
  const read = async () => {
    const [row] = await desk.server.sql<{ status: string; assignee: string | null; tags: string[] }>(
      'select status, assignee, tags from public.applications where id = $1',
      [id],
    );
    return [row?.status, row?.assignee !== null, row?.tags];
  };
  await test.step('changes, and their undo', async () => {
    await type('move to');
    await expect(desk.page.getByRole('menu')).toBeFocused();
    await desk.page.keyboard.press('6');
    await expect(desk.toast(`${name} is now In review`)).toBeVisible();
    await desk.page.keyboard.press('ControlOrMeta+z');
    await expect.poll(read).toEqual(['submitted', false, []]);
    await type('assign to me');
    await expect(desk.toast(`${name} is assigned to`)).toBeVisible();
    await desk.page.keyboard.press('t');
    await expect(desk.page.getByRole('dialog', { name: `Tags of ${name}` })).toBeVisible();
    await desk.page.keyboard.type('Follow up');
    await desk.page.keyboard.press('Enter');
    await expect(desk.toast(`${name} is tagged “follow up”`)).toBeVisible();
    await expect.poll(read).toEqual(['submitted', true, ['follow up']]);
    for (const isAssigned of [true, false]) {
      await desk.page.keyboard.press('ControlOrMeta+z');
      await expect.poll(read).toEqual(['submitted', isAssigned, []]);
      // The page has reloaded it too.
      await expect(desk.page.getByRole('combobox', { name: 'Assignee' })).toHaveValue(isAssigned ? /./ : '');
    }
  });
  await test.step('a tag that someone else added', async () => {
    await desk.stopListening();
    await elsewhere.call('review_tag', { application_id: id, change: { add_tag: 'coast' } });
    await desk.page.keyboard.press('t');
    await desk.page.keyboard.type('coast');
    await desk.page.keyboard.press('Enter');
    await expect(desk.toast(`${name} is unchanged`)).toContainText('The application already has this tag');
    await expect(desk.toast(`${name} is unchanged`).getByRole('button', { name: 'Undo' })).toHaveCount(0);
  });

  await test.step('what cannot be done', async () => {
    await desk.page.keyboard.press('ControlOrMeta+k');
    await desk.page.keyboard.type('to declined');
    await expect(option(desk, 'Show all with “to declined”')).toBeVisible();
    // Only the menu moves. Not the search for the typed words, which are in lower case.
    await expect(option(desk, /Declined/)).toHaveCount(0);
    await desk.page.keyboard.press('Escape');
    await desk.server.sql('delete from public.applications where id = $1', [id]);
    await desk.page.keyboard.press('t');
    await desk.page.keyboard.type('late');
    await desk.page.keyboard.press('Enter');
    await expect(desk.toast('No longer there')).toBeVisible();
    await desk.goTo('?screen=numbers');
    await desk.page.keyboard.press('m');
    await expect(desk.toast('Choose an application first')).toBeVisible();
  });
});

test('the palette starts with recent people and possible places @release', async ({ desk }) => {
  const [first, second] = [`Firecrest ${desk.prefix}`, `Goldcrest ${desk.prefix}`];
  for (const name of [first, second]) await desk.openNew(name);
  await desk.goTo('?screen=numbers');
  await desk.page.keyboard.press('ControlOrMeta+k');
  const groups = palette(desk).getByRole('group');
  await expect(groups.nth(0)).toContainText(`Recently opened${second}`);
  await expect(groups.nth(0).getByRole('option')).toHaveText([
    new RegExp(`^${second}`),
    new RegExp(`^${first}`),
  ]);
  await expect(groups.nth(1)).toContainText(/^Go to/);
  await expect(palette(desk).getByText(/Choose an application first/)).toHaveCount(0);
  for (const name of [/^Assign to…/, /^Move to…/, /^Add or remove a tag/])
    await expect(option(desk, name)).toHaveCount(0);

  const status = palette(desk).getByRole('status');
  await desk.page.keyboard.type(`crest ${desk.prefix}`);
  await expect(option(desk, `Show all with “crest ${desk.prefix}”`)).toBeVisible();
  await expect(status).toHaveText('2 people found');
  await desk.page.keyboard.press('ControlOrMeta+a');
  await desk.page.keyboard.type('keyboard');
  await expect(status).toHaveText('No person found');
  await expect(option(desk, /^Keyboard shortcuts/)).toBeVisible();
});
