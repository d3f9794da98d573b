import { makeApplication, makeMember } from '../../harness/member.ts';
import { showOpinions } from '../../harness/opinions.ts';
import { expect, testLimited } from '../../harness/fixtures.ts';

const test = testLimited();

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
  expect((await author.open(application_id)).events.length).toBeGreaterThan(50);
});
