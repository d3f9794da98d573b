import { makeApplication, makeMember } from '../../harness/member.ts';
import { showOpinions } from '../../harness/opinions.ts';
import { expect, testLimited } from '../../harness/fixtures.ts';

const test = testLimited();

const LONG = '🦦'.repeat(9999);

test.for<{
  of: string;
  body: string;
  calls: string[];
  answers?: number;
  fits: [notes: number, replies: number];
}>([
  { of: 'long texts', body: LONG, calls: ['review_note_add', 'review_reply_add'], fits: [12, 4] },
  { of: 'short answers', body: '.', calls: ['review_reply_add'], answers: 490, fits: [0, 498] },
  { of: 'many mentions', body: '@Q '.repeat(300), calls: ['review_note_add'], fits: [5, 0] },
])(
  'members write no more about an application than can be opened and downloaded, with $of',
  async ({ of, body, calls, answers = 0, fits }, { server }) => {
    await showOpinions(server);
    const application_id = await makeApplication(server, of.replace(' ', '-'));
    const owner = await makeMember(server, 'long-owner@lab.example', 'owner');
    const author = await makeMember(server, 'long-author@lab.example', 'reviewer');
    await author.call('review_name_save', { name: 'Q' });
    await server.sql`insert into public.application_replies (application_id, body, received_at)
      select ${application_id}::uuid, ${body}, now() from generate_series(1, ${answers}::integer)`;
    for (const call of calls) {
      const words = { application_id, body, ...(call === 'review_note_add' && { mentions: [author.id] }) };
      let refusal = null;
      for (let tries = 0; !refusal && tries < 20; tries++) refusal = await author.refusal(call, words);
      expect(refusal).toMatchObject({ status: 422, code: 'too_many_notes' });
      expect(refusal!.message).toMatch(/are full|have reached 200 KB/);
    }
    // The longest name of the longest letters.
    await author.call('review_name_save', { name: '𠀀'.repeat(80) });
    const { notes, replies } = await author.open(application_id);
    expect([notes.length, replies.length]).toEqual(fits);
    for (const { id: note_id } of notes.slice(0, 1)) {
      const edit = (seen_version: number, words: string) => ({
        note_id,
        seen_version,
        body: words,
        mentions: [],
      });
      const full = { code: 'too_many_notes' };
      // Words can be taken out, up to 600 KB.
      expect(await author.call('review_note_edit', edit(1, body.slice(2)))).toMatchObject({ version: 2 });
      if (body === LONG)
        expect(await author.refusal('review_note_edit', edit(2, '🐌'.repeat(9998)))).toMatchObject(full);
      expect(await author.call('review_note_edit', edit(2, 'Short.'))).toMatchObject({ version: 3 });
      expect(await author.refusal('review_note_edit', edit(3, LONG))).toMatchObject(full);
    }
    await owner.call('review_person_data', { application_id });
    // An applicant corrects forty times a day.
    await server.sql`insert into public.application_events (application_id, kind, detail)
    select ${application_id}::uuid, 'applicant', jsonb_build_object('action', 'corrected', 'before', texts, 'after', texts)
      from generate_series(1, 200), jsonb_build_object('sectors', repeat('🦦', 1000)) as texts`;
    const { events, has_more_events } = await author.open(application_id);
    expect([events.length > 50, has_more_events]).toEqual([true, true]);
  },
);
