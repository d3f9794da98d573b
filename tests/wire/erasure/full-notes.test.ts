import { makeApplication, makeMember } from '../../harness/member.ts';
import { showOpinions } from '../../harness/opinions.ts';
import { expect, testLimited } from '../../harness/fixtures.ts';

const test = testLimited();

test('erasing the author of 500 notes a day and 200 versions is quick', async ({ server }) => {
  await showOpinions(server);
  const id = await makeApplication(server, 'full-notes');
  const author = await makeMember(server, 'ab@lab.example', 'reviewer');
  await author.call('review_name_save', { name: 'ab' });
  const other = await makeMember(server, 'ab-sample@lab.example', 'reviewer');
  await other.call('review_name_save', { name: 'ab Sample' });
  const body = '@ab '.repeat(1999) + '@ab Sample ';
  const note = await author.addNote(id, body, [author.id]);
  await author.editNote(note, `${body}2`);
  // The rest in the database, because every request counts the mentions of 8,000 characters.
  await server.sql`
    insert into public.application_note_versions (note_id, version, body, editor, editor_email)
    select note_id, n, body, editor, editor_email
      from public.application_note_versions, generate_series(3, 199) as n where version = 2`;
  await server.sql('update public.application_notes set version = 199');
  await author.editNote({ id: note.id, version: 199 }, `${body}200`);
  const edit = { note_id: note.id, seen_version: 200, body, mentions: [] };
  expect(await author.refusal('review_note_edit', edit)).toMatchObject({
    status: 422,
    message: 'This note was edited 200 times. Write a new one.',
  });
  await server.sql`
    insert into public.application_notes (application_id, author, author_email, body)
    select application_id, author, author_email, body || n
      from public.application_notes, generate_series(201, 499) as n`;
  await server.sql`
    insert into public.application_note_versions (note_id, version, body, editor, editor_email)
    select id, version, body, author, author_email from public.application_notes where version = 1`;
  await server.sql`update private.rate_counts set requests = 499 where requests = 3`;
  await author.addNote(id, `${body}500`);
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
