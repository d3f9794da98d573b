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
  // The rest in the database, because every request counts the mentions of 8,000 characters, and notes of an application
  // have at most 500 KB.
  await server.sql`
    insert into public.application_note_versions (note_id, version, body, editor, editor_email)
    select note_id, n, body, editor, editor_email
      from public.application_note_versions, generate_series(3, 200) as n where version = 2`;
  await server.sql('update public.application_notes set version = 200');
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
  await server.sql`update private.rate_counts set requests = 499 where requests = 2`;
  await author.addNote(await makeApplication(server, 'few-notes'), `${body}500`);
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

test('members write no more about an application than can be opened and downloaded', async ({ server }) => {
  await showOpinions(server);
  const application_id = await makeApplication(server, 'long-notes');
  const owner = await makeMember(server, 'long-owner@lab.example', 'owner');
  const author = await makeMember(server, 'long-author@lab.example', 'reviewer');
  const body = '🦦'.repeat(9999);
  const note = await author.addNote(application_id, body);
  for (const call of ['review_note_add', 'review_reply_add']) {
    const words = { application_id, body, ...(call === 'review_note_add' && { mentions: [] }) };
    let refusal = null;
    while (!refusal) refusal = await author.refusal(call, words);
    expect(refusal).toMatchObject({ status: 422, code: 'too_many_notes' });
  }
  const edit = { note_id: note.id, seen_version: 1, body, mentions: [] };
  expect(await author.refusal('review_note_edit', edit)).toMatchObject({ code: 'too_many_notes' });
  const { notes, replies } = await author.open(application_id);
  expect([notes.length, replies.length]).toEqual([12, 5]);
  await owner.call('review_person_data', { application_id });
  // An applicant corrects forty times a day.
  await server.sql`insert into public.application_events (application_id, kind, detail)
    select ${application_id}::uuid, 'applicant', jsonb_build_object('action', 'corrected', 'before', texts, 'after', texts)
      from generate_series(1, 200), jsonb_build_object('sectors', repeat('🦦', 1000)) as texts`;
  expect((await author.open(application_id)).events.length).toBeGreaterThan(100);
});
