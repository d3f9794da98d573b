import { makeMember, type Member } from '../../harness/member.ts';
import { expect, test as base } from '../../harness/fixtures.ts';
import { disguisedNames, realNames } from '../../fixtures/name-examples.ts';
import { refusedWith } from '../../harness/refusals.ts';

const test = base.extend('reader', { scope: 'file' }, ({ server }) =>
  makeMember(server, 'ada.lovelace@lab.example', 'reader'),
);

test('a member sets and clears their own name, else the address', async ({ owner, reader }) => {
  for (const [saved, display_name, name] of [
    ['', null, 'ada.lovelace'],
    ['  Ada Lovelace ', 'Ada Lovelace', 'Ada Lovelace'],
    ['', null, 'ada.lovelace'],
  ]) {
    expect(await reader.call('review_name_save', { name: saved })).toEqual({ display_name, name });
    expect(await nameIn(owner, reader)).toBe(name);
    expect(await reader.call('my_account')).toMatchObject({ name, email: 'ada.lovelace@lab.example' });
  }
});

test('changing the name keeps the booking link, and the reverse', async ({ reader }) => {
  await reader.call('review_booking_link_save', { link: 'https://book.example.org/ada' });
  await reader.call('review_name_save', { name: 'Ada' });
  await reader.call('review_booking_link_save', { link: 'https://book.example.org/two' });
  const { data } = await reader.data.from('member_settings').select('booking_link,display_name');
  expect(data).toEqual([{ booking_link: 'https://book.example.org/two', display_name: 'Ada' }]);
});

test.for([
  ['81 characters', 'x'.repeat(81)],
  ['two lines', 'Ada\nLovelace'],
  ['a character that turns the direction', 'Ada\u202Eecalevol'],
  ['a character without width', 'Ada\u200BLovelace'],
  ['a filler that looks like nothing', '\u3164'],
])('a name of %s is refused with a message', async ([_title, name], { owner, reader }) => {
  await reader.call('review_name_save', { name: 'Before' });
  expect(await reader.refusal('review_name_save', { name })).toMatchObject(
    refusedWith('invalid_name', 'A name has at most 80 visible characters on one line.'),
  );
  expect(await nameIn(owner, reader)).toBe('Before');
});

test.for([
  ['the same', 'Ada Coxe'],
  ['in another case, with other blanks', 'ADA  coxe'],
  ['in full-width letters', 'Ａｄａ Ｃｏｘｅ'],
  ['with a digit and a full stop', 'Ada C0xe.'],
  ['without a blank', 'AdaCoxe'],
  ['with a hyphen', 'Ada-Coxe'],
  ['with an underscore', 'Ada_Coxe'],
  ['in quotation marks', '“Ada Coxe”'],
  ['in letters of Lisu', 'ꓮꓓꓮ ꓚꓳꓫꓰ'],
  ['in letters of Cyrillic', 'Аԁа Сохе'],
])('refuses a name that another member has: %s', async ([_title, name], { owner, reader }) => {
  await owner.call('review_name_save', { name: 'Ada Coxe' });
  expect(await reader.refusal('review_name_save', { name })).toMatchObject(
    refusedWith('name_taken', 'Another member has this name or one that looks like it. Choose another one.'),
  );
  await owner.call('review_name_save', { name: 'ada coxe' });
  expect(await reader.refusal('review_name_save', { name: 'Ada Cox' })).toBeNull();
});

test.for([
  ['Alma Bem', 'Alma Bern'],
  ['Alex Wolf', 'Аӏех Ѵѵоӏf'],
  ['Alex Wolf', 'Alex VVolf'],
])('counts %s and %s as one name, or refuses the second', async ([name, other], { owner, reader }) => {
  await owner.call('review_name_save', { name });
  expect(await reader.refusal('review_name_save', { name: other })).toMatchObject({
    code: expect.stringMatching(/^(name_taken|invalid_name)$/) as string,
  });
  await owner.call('review_name_save', { name: null });
});

test.for(disguisedNames)('refuses a name of %s', async ([_title, name], { owner, reader }) => {
  await owner.call('review_name_save', { name: null });
  expect(await reader.refusal('review_name_save', { name })).toMatchObject(
    refusedWith('invalid_name', 'A name has letters of one script only, such as Latin or Cyrillic.'),
  );
});

test.for(realNames)('keeps the name %s', async (name, { reader }) => {
  expect(await reader.refusal('review_name_save', { name })).toBeNull();
});

test('refuses a name that another member has by their address', async ({ owner, reader }) => {
  await owner.call('review_name_save', { name: null });
  for (const name of ['Owner', '0WNER', 'owner@Iab.example'])
    expect(await reader.refusal('review_name_save', { name })).toMatchObject(refusedWith('name_taken'));
});

const nameIn = async (owner: Member, { id }: Member) =>
  (await owner.call<{ user_id: string; name: string }[]>('review_members')).find(
    ({ user_id }) => user_id === id,
  )?.name;
