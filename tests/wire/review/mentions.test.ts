import { randomUUID } from 'node:crypto';
import { makeApplication, makeMember } from '../../harness/member.ts';
import { showOpinions } from '../../harness/opinions.ts';
import { expect, test as base, type TestServer } from '../../harness/fixtures.ts';
import type { Note } from '../../harness/review-answers.ts';
import { refusedWith } from '../../harness/refusals.ts';

const test = base
  .extend('ada', { scope: 'file' }, ({ server }) => makeMember(server, 'ada@lab.example', 'reviewer'))
  .extend('reader', { scope: 'file' }, ({ server }) => makeMember(server, 'rhea@lab.example', 'reader'));

test.beforeAll(({ server }) => showOpinions(server));

test.beforeAll(({ ada }) => ada.call('review_name_save', { name: 'Ada Lovelace' }));

test('a mention is an id that shows the present name', async ({ id, owner, ada, reader }) => {
  const note = await owner.addNote(id, 'See this, @Ada Lovelace and @rhea.', [ada.id, reader.id]);
  expect(note.mentions).toEqual(
    expect.arrayContaining([
      { member_id: ada.id, name: 'Ada Lovelace' },
      { member_id: reader.id, name: 'rhea' },
    ]),
  );
  await ada.call('review_name_save', { name: 'Augusta King' });
  const { notes } = await reader.open(id);
  expect(notes[0]!.body).toBe('See this, @Augusta King and @rhea.');
  const edited = await owner.editNote(note, 'Do see this, @Augusta King.', [ada.id]);
  expect(edited.mentions).toEqual([{ member_id: ada.id, name: 'Augusta King' }]);
  await ada.call('review_name_save', { name: 'Ada Lovelace' });
  const versions = await reader.call<{ body: string }[]>('review_note_versions', { note_id: note.id });
  expect(versions.map(({ body }) => body)).toEqual([
    'Do see this, @Ada Lovelace.',
    'See this, @Ada Lovelace and @rhea.',
  ]);
});

test.for([
  ['@Ada Lovelace', '@Renamed Sample'],
  ['(@Ada Lovelace)', '(@Renamed Sample)'],
  ['@Ada Lovelace, @Ada Lovelace', '@Renamed Sample, @Renamed Sample'],
  ['@Ada Lovelaces', '@Ada Lovelaces'],
  ['me@Ada Lovelace', 'me@Ada Lovelace'],
  ['a.@Ada Lovelace', 'a.@Ada Lovelace'],
  ['Ada Lovelace', 'Ada Lovelace'],
  ['@\uE000 @\uE001 @Ada Lovelace', '@ @ @Renamed Sample'],
])('after a rename %j reads %j', async ([written, read], { id, owner, ada }) => {
  const note = await owner.addNote(id, written!, [ada.id]);
  await ada.call('review_name_save', { name: 'Renamed Sample' });
  const { notes } = await owner.open(id);
  await ada.call('review_name_save', { name: 'Ada Lovelace' });
  expect(notes.find((one) => one.id === note.id)!.body).toBe(read);
});

test('an edit keeps the time of a mention, and removes one whose name is gone', async ({
  server,
  id,
  owner,
  ada,
  reader,
}) => {
  const first = await owner.addNote(id, '@Ada Lovelace, @rhea: look.', [ada.id, reader.id]);
  const before = await rowsOf(server, first);
  const second = await owner.editNote(first, 'Look again, @Ada Lovelace.', [ada.id, reader.id]);
  expect(second.mentions.map(({ member_id }) => member_id)).toEqual([ada.id]);
  expect(await rowsOf(server, second)).toEqual(before.filter(({ member_id }) => member_id === ada.id));
  const third = await owner.editNote(second, 'Look once more, @Ada Lovelace.', []);
  expect(third.mentions, 'the text alone mentions no one').toEqual([]);
});

test('hostile mentions get a message and are not written', async ({ server, id, owner, ada, reader }) => {
  const notes = () => server.sql`select from public.application_notes where application_id = ${id}`;
  const refusal = (mentions: unknown, who = owner) =>
    who.refusal('review_note_add', { application_id: id, body: 'Hello @Ada Lovelace', mentions });
  const notInTheLab = refusedWith('invalid_mentions', 'A note can only mention members.');
  expect(await refusal([randomUUID()])).toMatchObject(notInTheLab);
  expect(await refusal([ada.id, randomUUID()])).toMatchObject(notInTheLab);
  expect(await refusal(Array.from({ length: 1000 }, () => randomUUID()))).toMatchObject(
    refusedWith('invalid_mentions', 'A note mentions at most 20 members. This one mentions 1000.'),
  );
  expect(await refusal(['ada@lab.example'])).toMatchObject({ status: 400, code: '22P02' });
  expect(await refusal([ada.id], reader), 'a reader writes no notes').toMatchObject(
    refusedWith('access_too_low'),
  );
  expect(await notes()).toHaveLength(0);
  const note = await owner.addNote(id, 'Hello', [ada.id, ada.id]);
  expect(note.mentions, 'a member whose name is not in the text').toEqual([]);
  await expect(owner.editNote(note, 'Hello @Ada Lovelace', [randomUUID()])).rejects.toThrow(
    'can only mention members',
  );
  expect(await server.column`select body from public.application_notes where id = ${note.id}`).toEqual([
    'Hello',
  ]);
});

test('a former member is no longer mentioned, and the text stays the same', async ({ server, owner }) => {
  const id = await makeApplication(server, 'leaver');
  const leaver = await makeMember(server, 'leaver@lab.example', 'reviewer');
  const note = await owner.addNote(id, 'Thank you @leaver', [leaver.id]);
  await owner.call('review_member_remove', { user_id: leaver.id });
  expect(await rowsOf(server, note)).toEqual([]);
  const { notes } = await owner.open(id);
  expect(notes[0]).toMatchObject({ body: 'Thank you @leaver', mentions: [] });
});

test('no note, version or mention has an erased member’s name', async ({ server, id, owner, ada }) => {
  const erased = await makeMember(server, 'zyxmember@lab.example', 'reviewer');
  await erased.call('review_name_save', { name: 'Zyx (Member)*' });
  const note = await owner.addNote(id, 'Ask @Zyx (Member)*, who knows.', [erased.id]);
  await owner.editNote(note, 'Ask @Ada Lovelace.', [ada.id]);
  const other = await owner.addNote(id, '@Zyx (Member)* once more', [erased.id]);
  await erased.call('review_name_save', { name: 'Zyxother' });
  const removed = await owner.addNote(id, '@Zyxother and gone', [erased.id]);
  await owner.call('review_note_remove', { note_id: removed.id });
  await owner.call('review_member_remove', { user_id: erased.id });
  // An edit by a reviewer who read the name keeps it a mention.
  await owner.editNote(other, '@zyxmember once more, please', []);
  await server.sql`select private.erase_account(${erased.id})`;
  const holding = await server.sql`
    select v.body from public.application_note_versions v where v.body ilike '%zyx%'
     union all select n.body from public.application_notes n where n.body ilike '%zyx%'
     union all select s.display_name from public.member_settings s where s.display_name ilike '%zyx%'`;
  expect(holding).toEqual([]);
  const { notes } = await owner.open(id);
  expect(notes.find((one) => one.id === other.id)!.body).toBe('@… once more, please');
  await owner.call('review_note_restore', { note_id: removed.id });
  const versions = await owner.call<{ body: string }[]>('review_note_versions', { note_id: note.id });
  expect(versions.map(({ body }) => body)).toEqual(['Ask @Ada Lovelace.', 'Ask @…, who knows.']);
});

test('erasing a member removes no other member’s name', async ({ server, owner, ada }) => {
  const id = await makeApplication(server, 'namesake');
  const namesake = await makeMember(server, 'namesake@lab.example', 'reviewer');
  await namesake.call('review_name_save', { name: 'Ada' });
  const note = await owner.addNote(id, 'Both @Ada Lovelace and @Ada', [ada.id, namesake.id]);
  await server.sql`select private.erase_account(${namesake.id})`;
  expect((await owner.open(id)).notes[0]!.body).toBe('Both @Ada Lovelace and @…');
  expect((await rowsOf(server, note)).map(({ member_id }) => member_id)).toEqual([ada.id]);
});

const rowsOf = (server: TestServer, { id }: Pick<Note, 'id'>) =>
  server.sql<{ member_id: string; mentioned_at: Date }>`
    select member_id, mentioned_at from public.note_mentions where note_id = ${id}`;
