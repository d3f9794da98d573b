import { makeApplication, makeMember } from '../../harness/member.ts';
import { expect, testLimited } from '../../harness/fixtures.ts';

const test = testLimited();

test('a member writes 500 notes a day and a note has 200 versions, and erasing their author reads them quickly', async ({
  server,
}) => {
  const id = await makeApplication(server, 'full-notes');
  const author = await makeMember(server, 'ab@lab.example', 'reviewer');
  await author.call('review_name_save', { name: 'ab' });
  const other = await makeMember(server, 'ab-sample@lab.example', 'reviewer');
  await other.call('review_name_save', { name: 'ab Sample' });
  const body = '_@ab '.repeat(1999);
  const note = await author.addNote(id, body, [author.id]);
  for (let version = 1; version < 200; version += 1)
    await author.editNote({ id: note.id, version }, `${body}${version}`);
  const edit = { note_id: note.id, seen_version: 200, body, mentions: [] };
  expect(await author.refusal('review_note_edit_mentioning', edit)).toMatchObject({
    status: 422,
    message: 'This note was edited 200 times. Write a new one.',
  });
  for (let written = 200; written < 500; written += 1) await author.addNote(id, `${body}${written}`);
  const one = { application_id: id, body: 'One too many', mentions: [] };
  expect(await author.refusal('review_note_add_mentioning', one)).toMatchObject({
    status: 422,
    message: 'You wrote as many notes as one day allows. Please try again tomorrow.',
  });

  // A look behind of any length took a minute for these texts.
  await server.sql(
    `set statement_timeout = '5s'; select private.forget_name('${author.id}'); reset statement_timeout`,
  );
  const left = await server.sql`
    select body from public.application_note_versions where note_id = ${note.id} and body like '%@ab%'`;
  expect(left).toEqual([]);
});
