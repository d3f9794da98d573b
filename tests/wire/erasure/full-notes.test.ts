import { makeApplication, makeMember } from '../../harness/member.ts';
import { expect, testLimited } from '../../harness/fixtures.ts';

const test = testLimited();

test('a member writes 500 notes a day and a note has 200 versions, and erasing their author is quick', async ({
  server,
}) => {
  const id = await makeApplication(server, 'full-notes');
  const author = await makeMember(server, 'ab@lab.example', 'reviewer');
  await author.call('review_name_save', { name: 'ab' });
  const other = await makeMember(server, 'ab-sample@lab.example', 'reviewer');
  await other.call('review_name_save', { name: 'ab Sample' });
  const body = '@ab '.repeat(1999) + '@ab Sample ';
  const note = await author.addNote(id, body, [author.id]);
  for (let version = 1; version < 200; version += 1)
    await author.editNote({ id: note.id, version }, `${body}${version}`);
  const edit = { note_id: note.id, seen_version: 200, body, mentions: [] };
  expect(await author.refusal('review_note_edit', edit)).toMatchObject({
    status: 422,
    message: 'This note was edited 200 times. Write a new one.',
  });
  for (let written = 200; written < 500; written += 1) await author.addNote(id, `${body}${written}`);
  const one = { application_id: id, body: 'One too many', mentions: [] };
  expect(await author.refusal('review_note_add', one)).toMatchObject({
    status: 422,
    message: 'You reached the limit of notes for one day. Try again tomorrow.',
  });

  await server.sql(
    `set statement_timeout = '5s'; select private.erase_account('${author.id}'); reset statement_timeout`,
  );
  const versions = await other.call<{ body: string }[]>('review_note_versions', { note_id: note.id });
  expect(versions).toHaveLength(200);
  for (const version of versions) expect(version.body).not.toMatch(/@ab(?! Sample)/);
});
