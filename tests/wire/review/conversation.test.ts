import { makeMember } from '../../harness/member.ts';
import { describe, expect, test as base } from '../../harness/fixtures.ts';
import type { Reply } from '../../harness/review-answers.ts';
import { refusedWith } from '../../harness/refusals.ts';

const test = base.extend('colleague', { scope: 'file' }, ({ server }) =>
  makeMember(server, 'colleague@lab.example', 'reviewer'),
);

test.for([
  [200, false],
  [201, true],
] as const)(
  'of %i events and emails the latest 200 are shown, and more is marked as %s',
  async ([count, hasMore], { server, id, reader }) => {
    await server.sql`insert into public.application_events (application_id, kind, detail)
    select ${id}::uuid, 'tagged', jsonb_build_object('added', jsonb_build_array(n)) from generate_series(1, ${count}::integer) n`;
    await server.sql`insert into private.messages (application_id, kind, topic, state, created_at)
    select ${id}::uuid, 'applicant', 'new_link', 'sent', now() - make_interval(mins => n) from generate_series(1, ${count}::integer) n`;
    const opened = await reader.open(id);
    expect(opened).toMatchObject({ has_more_events: hasMore, has_more_mails: hasMore });
    expect([opened.events.length, opened.mails.length]).toEqual([200, 200]);
    expect(opened.events[0]).toMatchObject({ detail: { added: [count] } });
  },
);

describe('a pasted reply', () => {
  test('is kept unchanged, with its date and the member who pasted it', async ({ id, reviewer, reader }) => {
    const body = '  Hello,\r\n\r\n> you wrote <b>this</b>\n\nYes 🦦  ';
    const came = '2026-01-05T08:30:00+00:00';
    await reviewer.call('review_reply_add', { application_id: id, body, received_at: came });
    await reviewer.call('review_reply_add', { application_id: id, body: 'Now' });
    const { replies } = await reader.open(id);
    expect(replies).toMatchObject([
      { body: 'Now', pasted_by_email: reviewer.email },
      { body: body.trim(), received_at: came, pasted_by_email: reviewer.email },
    ]);
    expect(Date.parse(replies[0]!.received_at)).toBeGreaterThan(Date.now() - 60_000);
    expect(await reader.history(id)).toEqual(['reply_added', 'reply_added']);
  });

  const over = 'The time of an answer must be in the past.';
  test.for([
    ['invalid_text', 'An answer has at least one character.', { body: ' \n ' }],
    [
      'invalid_text',
      'An answer has at most 10,000 characters. This one has 10,001.',
      { body: 'x'.repeat(10_001) },
    ],
    ['invalid_time', over, { body: 'x', received_at: new Date(Date.now() + 86_400_000).toISOString() }],
    ['invalid_time', over, { body: 'x', received_at: '1999-12-31T00:00:00Z' }],
  ] as const)('can be refused: %s, %s', async ([code, message, parameters], { id, reviewer }) => {
    expect(await reviewer.refusal('review_reply_add', { application_id: id, ...parameters })).toMatchObject(
      refusedWith(code, message),
    );
  });

  test('is removed by who pasted it or an owner', async ({ id, owner, reviewer, colleague, reader }) => {
    const add = () => reviewer.call<Reply>('review_reply_add', { application_id: id, body: 'Yes' });
    const [mine, other] = [await add(), await add()];
    expect(await colleague.refusal('review_reply_remove', { reply_id: mine.id })).toMatchObject(
      refusedWith('not_yours', 'Only the member who pasted an answer or an owner can remove it.'),
    );
    await reviewer.call('review_reply_remove', { reply_id: mine.id });
    await reviewer.call('review_reply_remove', { reply_id: mine.id });
    await owner.call('review_reply_remove', { reply_id: other.id });
    expect((await reader.open(id)).replies).toEqual([]);
    expect(await reader.history(id)).toEqual([
      'reply_added',
      'reply_added',
      'reply_removed',
      'reply_removed',
    ]);
  });
});

describe('a booking link', () => {
  const LINK = 'https://book.example.org/lab/30?tz=utc&x=[1]';
  const template = { subject: 'Talk', body: 'Hello {{name}}, choose a time: {{booking}}' };

  test('is that of the member who moves, who alone can read it', async ({ server, id, owner, reviewer }) => {
    await owner.call('review_booking_link_save', { link: 'https://book.example.org/owner' });
    expect(await reviewer.call('review_booking_link_save', { link: ` ${LINK} ` })).toEqual({
      booking_link: LINK,
    });
    const body = `Hello there, choose a time: ${LINK}`;
    const preview = { application_id: id, ...template };
    expect(await reviewer.call('review_mail_preview', preview)).toMatchObject({ body });
    await reviewer.move(id, 'in_review', { mail: template });
    expect(await server.column`select body from private.messages where application_id = ${id}`).toEqual([
      body,
    ]);
    const { data } = await reviewer.data.from('member_settings').select('booking_link');
    expect(data).toEqual([{ booking_link: LINK }]);
  });

  test('that is missing makes its mail fail, and nothing is moved', async ({ id, colleague }) => {
    await colleague.call('review_booking_link_save', { link: '' });
    const refusal = refusedWith('booking_link_missing', 'Set your booking link first, in Settings → You.');
    const preview = { application_id: id, ...template };
    expect(await colleague.refusal('review_mail_preview', preview)).toMatchObject(refusal);
    const move = { application_id: id, seen_version: 1, path: ['in_review'], mail: template };
    expect(await colleague.refusal('review_move', move)).toMatchObject(refusal);
    expect((await colleague.open(id)).row.status).toBe('submitted');
  });

  test('may be part of a template that an owner without a link saves', async ({ owner }) => {
    await owner.call('review_booking_link_save', { link: null });
    const saving = { status: 'interview', seen_version: 1, ...template };
    expect(await owner.call('review_template_save', saving)).toMatchObject(template);
  });

  test.for([
    'http://book.example.org',
    'javascript:alert(1)',
    'https://lab@book.example.org',
    'https://book.example.org/a b',
    'https://book.example.org/{{name}}',
    'https://book.example.org/"onload',
    'https://book.example.org/\nBcc: x',
    `https://book.example.org/${'x'.repeat(276)}`,
  ])('is not %s', async (link, { reviewer }) => {
    expect(await reviewer.refusal('review_booking_link_save', { link })).toMatchObject(
      refusedWith(
        'invalid_booking_link',
        'A booking link begins with https:// and has at most 300 characters and no spaces.',
      ),
    );
  });
});
