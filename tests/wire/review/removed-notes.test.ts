import { eraseNow } from '../../harness/erase.ts';
import { randomUUID } from 'node:crypto';
import { makeApplication, makeMember, type Member } from '../../harness/member.ts';
import { showOpinions } from '../../harness/opinions.ts';
import { expect, test as base, type TestServer } from '../../harness/fixtures.ts';
import type { Note } from '../../harness/review-answers.ts';
import { refusedWith } from '../../harness/refusals.ts';

const test = base
  .extend('author', { scope: 'file' }, ({ server }) => makeMember(server, 'author@lab.example', 'reviewer'))
  .extend('other', { scope: 'file' }, ({ server }) => makeMember(server, 'other@lab.example', 'reviewer'))
  .extend('desk', { scope: 'file' }, ({ server, author, other }) => ({
    makeNote: (handle: string) => makeNote(server, author, other, handle),
  }));

test.beforeAll(({ server }) => showOpinions(server));

test('a note an owner removed is restored with author, versions and mentions', async ({ owner, desk }) => {
  const { id, note } = await desk.makeNote('back');
  const before = await owner.open(id);
  const versions = await owner.call('review_note_versions', { note_id: note.id });
  await owner.call('review_note_remove', { note_id: note.id });
  expect((await owner.open(id)).notes).toEqual([]);
  expect(await owner.refusal('review_note_versions', { note_id: note.id })).toMatchObject({ status: 404 });
  // Twice, and by two at once.
  const restore = () => owner.call<Note>('review_note_restore', { note_id: note.id });
  const restored = [...(await Promise.all([restore(), restore()])), await restore()];
  expect(restored.map(({ body }) => body)).toEqual(Array(3).fill('Second, @other'));
  const after = await owner.open(id);
  expect(after.notes).toEqual(before.notes);
  expect(await owner.call('review_note_versions', { note_id: note.id })).toEqual(versions);
  expect(after.events.slice(0, 2)).toMatchObject([
    { kind: 'note_added', actor: owner.id, detail: { note: note.id, restored: true } },
    { kind: 'note_removed', actor: owner.id },
  ]);
});

test('a note that an owner removed is restored by owners alone', async ({ owner, author, other, desk }) => {
  const { note } = await desk.makeNote('whose');
  await owner.call('review_note_remove', { note_id: note.id });
  for (const who of [author, other])
    expect(await who.refusal('review_note_restore', { note_id: note.id })).toMatchObject(
      refusedWith('not_yours', 'Only an owner can restore what someone else removed.'),
    );
  await owner.call('review_note_restore', { note_id: note.id });
});

test('an unknown note or one removed a day ago is not restored', async ({ server, owner, author, desk }) => {
  const gone = refusedWith('not_found', 'This note was deleted permanently.');
  expect(await owner.refusal('review_note_restore', { note_id: randomUUID() })).toMatchObject(gone);
  const { note } = await desk.makeNote('day-over');
  const { note: fresh } = await desk.makeNote('day-not-over');
  for (const removed of [note, fresh]) await author.call('review_note_remove', { note_id: removed.id });
  await server.sql`update public.application_notes set removed_at = now() - interval '25 hours'
    where id = ${note.id}`;
  await server.sql('select public.apply_retention()');
  expect(await author.refusal('review_note_restore', { note_id: note.id })).toMatchObject(gone);
  await author.call('review_note_restore', { note_id: fresh.id });
});

test('a removed note is erased with its application', async ({ server, owner, author, desk }) => {
  const { id, note } = await desk.makeNote('erased-with-it');
  await owner.call('review_note_remove', { note_id: note.id });
  const parameters = { application_id: id };
  const { data } = await owner.call<{ data: Record<string, unknown> }>('review_person_data', parameters);
  expect(data['application_notes']).toMatchObject([{ id: note.id, body: 'Second, @…' }]);
  expect(data['application_note_versions']).toMatchObject([{ body: 'First' }, { body: 'Second, @…' }]);
  expect(JSON.stringify([data['application_notes'], data['application_note_versions']])).not.toContain(
    author.id,
  );
  await eraseNow(server, owner, id);
  expect(await server.sql`select from public.application_notes where id = ${note.id}`).toEqual([]);
});

test('a mention of a member who has left is not restored with the note', async ({ server, id, owner }) => {
  const leaver = await makeMember(server, 'leaver@lab.example', 'reviewer');
  const note = await owner.addNote(id, 'For @leaver', [leaver.id]);
  await owner.call('review_note_remove', { note_id: note.id });
  await owner.call('review_member_remove', { user_id: leaver.id });
  expect(await owner.call('review_note_restore', { note_id: note.id })).toMatchObject({
    body: 'For @leaver',
    mentions: [],
  });
});

test('restoring an existing note is logged as an opening', async ({ server, other, desk }) => {
  const { id, note } = await desk.makeNote('there');
  expect(await other.call('review_note_restore', { note_id: note.id })).toMatchObject({
    body: 'Second, @other',
  });
  expect(
    await server.sql`select actor_email, kind from public.access_log
      where application_id = ${id} and actor = ${other.id}`,
  ).toEqual([{ actor_email: other.email, kind: 'opened' }]);
});

test('a mailed mention is not mailed again with its note', async ({ server, owner, other, desk }) => {
  const { id, note } = await desk.makeNote('told-once');
  const notices = () =>
    server.sql`select kind from private.member_notices
      where user_id = ${other.id} and application_id = ${id}`;
  expect(await notices()).toEqual([{ kind: 'mention' }]);
  // As when its mail was sent.
  await server.sql('delete from private.member_notices');
  await owner.call('review_note_remove', { note_id: note.id });
  await owner.call('review_note_restore', { note_id: note.id });
  expect(await notices()).toEqual([]);
});

/** Returns an application with a note of two versions that mentions someone. */
async function makeNote(server: TestServer, author: Member, other: Member, handle: string) {
  const id = await makeApplication(server, handle);
  const first = await author.addNote(id, 'First');
  const note = await author.editNote(first, 'Second, @other', [other.id]);
  return { id, note };
}
