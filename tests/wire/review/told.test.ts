import { makeApplication } from '../../harness/member.ts';
import { confirmed, type Telling, template } from '../../harness/telling.ts';
import { describe, expect, test, type TestServer } from '../../harness/fixtures.ts';
import { badRequest } from '../../harness/refusals.ts';

describe('a decision', () => {
  test.for(['interview', 'declined'])(
    '%s without a mail counts as not mailed, and a filter finds it',
    async (to, { lab }) => {
      const id = await lab.inReview(`untold-${to}`);
      const { row, mailed, mail_due_at } = await lab.move(id, to);
      expect([row.not_told, row.told_at, mailed, mail_due_at]).toEqual([true, null, 0, null]);
      expect(await lab.notTold()).toContain(id);
      expect(await lab.notTold({ status: ['accepted'] })).not.toContain(id);
      expect(await lab.reader.call('review_count', { filter: { not_told: true } })).toMatchObject({
        by_status: { [to]: expect.any(Number) as number },
      });
    },
  );

  test('is mailed with its template after half a minute, and counts as mailed then', async ({ lab }) => {
    const id = await lab.inReview('told');
    const { row, mailed } = await lab.move(id, 'interview', template);
    expect([row.not_told, row.told_at, mailed]).toEqual([false, null, 1]);
    const [mail] = await lab.mailsOf(id);
    expect(mail).toMatchObject({
      state: 'due',
      subject: 'Let us talk about what you build',
      about: 'interview',
      seconds: 30,
    });
    await lab.leave(id);
    expect(await lab.rowOf(id)).toMatchObject({ not_told: false, told_at: expect.any(String) as string });
    const { rows } = await lab.reader.call<{ rows: Record<string, unknown>[] }>('review_export', {
      filter: { search: 'told@builders.example' },
    });
    expect(rows[0]).toMatchObject({ not_told: false, told_at: expect.any(String) as string });
  });

  test.for([
    ['an address that is not confirmed', {}],
    ['an address that bounces', { ...confirmed, email_bounced_at: new Date() }],
  ] as const)('does not mail %s automatically', async ([what, columns], { lab }) => {
    const id = await lab.inReview(`unreached-${what.length}`, columns);
    const { row, mailed } = await lab.move(id, 'declined', template);
    expect([row.not_told, mailed, await lab.mailsOf(id)]).toEqual([true, 0, []]);
  });

  test('whose mail fails, is stopped or bounces counts as not mailed', async ({ lab }) => {
    const failed = await lab.inReview('mail-failed');
    await lab.move(failed, 'declined', template);
    await lab.leave(failed, 'EMESSAGE 552: mailbox full');
    expect((await lab.rowOf(failed)).not_told).toBe(true);

    const stopped = await lab.inReview('mail-stopped');
    await lab.move(stopped, 'declined', template);
    expect(await lab.reviewer.call('review_mail_stop', { application_id: stopped })).toMatchObject({
      stopped: 1,
      row: { not_told: true },
    });
    expect(await lab.statesOf(stopped)).toEqual(['declined dropped']);

    const bounced = await lab.inReview('mail-bounced');
    await lab.move(bounced, 'declined', template);
    await lab.reviewer.call('review_bounce_mark', { application_id: bounced });
    expect((await lab.rowOf(bounced)).not_told).toBe(true);
    await lab.reviewer.call('review_bounce_clear', { application_id: bounced });
    expect((await lab.rowOf(bounced)).not_told).toBe(false);
  });
});

describe('the mails of a member that are sent within a minute', () => {
  const leaving = async (lab: Telling, member: typeof lab.reviewer) =>
    (await member.call<{ leaving: { count: number; seconds: number | null } }>('review_pulse', {})).leaving;

  test('are counted for their member, and stopped together', async ({ lab }) => {
    await lab.reviewer.call('review_own_mails_stop', {});
    expect(await leaving(lab, lab.reviewer)).toEqual({ count: 0, seconds: null });
    const soon = [await lab.inReview('leaving-1'), await lab.inReview('leaving-2')];
    for (const id of soon) await lab.move(id, 'declined', template);
    const later = await lab.inReview('leaving-3');
    await lab.move(later, 'declined', { ...template, delay: 'morning' });
    const { count, seconds } = await leaving(lab, lab.reviewer);
    expect(count).toBe(2);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(30);
    expect(await leaving(lab, lab.owner)).toEqual({ count: 0, seconds: null });
    expect(await lab.owner.call('review_own_mails_stop', {})).toEqual({ stopped: 0 });

    expect(await lab.reviewer.call('review_own_mails_stop', {})).toEqual({ stopped: 2 });
    expect(await leaving(lab, lab.reviewer)).toEqual({ count: 0, seconds: null });
    for (const id of soon) {
      expect(await lab.statesOf(id)).toEqual(['declined dropped']);
      expect(await lab.rowOf(id)).toMatchObject({ status: 'declined', not_told: true });
    }
    expect(await lab.statesOf(later)).toEqual(['declined due']);
  });
});

describe('many decisions', () => {
  test('are counted in advance, with the number that will be mailed', async ({ server, lab }) => {
    const ids = [
      await lab.inReview('many-1'),
      await lab.inReview('many-2', {}),
      await lab.inReview('many-3', { ...confirmed, email_bounced_at: new Date() }),
      await makeApplication(server, 'many-4', { status: 'accepted' }),
      await lab.inReview('many-5'),
    ];
    expect(await lab.reader.call('review_move_preview', { to_status: 'declined', ids })).toEqual({
      changed: 4,
      mailed: 2,
    });
    const filter = { search: 'builders.example many-' };
    expect(await lab.reader.call('review_move_preview', { to_status: 'declined', filter })).toEqual({
      changed: 4,
      mailed: 2,
    });
    const outcome = await lab.reviewer.many(
      ids,
      { status: 'declined' },
      { subject: 'No', body: 'Sorry, {{name}}', to: 'any' },
    );
    expect(outcome).toMatchObject({ changed: 4, skipped: 1, mailed: 2 });
    expect((await lab.notTold({ search: 'many-' })).toSorted()).toEqual([ids[1], ids[2]].toSorted());
    expect(await lab.reviewer.undo(outcome.batch_id)).toMatchObject({
      restored: 4,
      mails_stopped: 2,
    });
    expect(await lab.notTold({ search: 'many-' })).toEqual([]);
  });

  test('cannot be previewed by ids and a filter at once', async ({ lab }) => {
    expect(
      await lab.reader.refusal('review_move_preview', { to_status: 'declined', ids: [], filter: {} }),
    ).toMatchObject(badRequest());
  });
});

// status-random.test.ts does the same with mails that fail for a while and senders that die.
describe('a mail that the mail server puts off while it is being sent', () => {
  /** An invitation that is being sent. */
  async function onItsWay(server: TestServer, lab: Telling, handle: string) {
    const id = await lab.inReview(handle);
    const { batch_id } = await lab.move(id, 'interview', template);
    const mailId = await server.value<string>`update private.mails
        set state = 'sending', due_at = now(), claimed_at = now(), attempts = 1
        where application_id = ${id} returning id`;
    const putOff = async () => {
      await server.sql`select public.slow_mails_down(${mailId}, 'Too fast.')`;
      await server.sql('update private.mail_pace set slow_until = null');
    };
    return { id, batch_id, putOff };
  }

  test('is not sent again after another move, unless that is undone', async ({ server, lab }) => {
    const { id, putOff } = await onItsWay(server, lab, 'put-off');
    const { batch_id } = await lab.move(id, 'declined');
    await putOff();
    expect(await lab.statesOf(id)).toEqual(['interview dropped']);
    await lab.reviewer.undo(batch_id);
    expect(await lab.statesOf(id)).toEqual(['interview due']);
    expect((await lab.rowOf(id)).not_told).toBe(false);
  });

  test('is not sent again after its move was undone', async ({ server, lab }) => {
    const { id, batch_id, putOff } = await onItsWay(server, lab, 'put-off-undone');
    await lab.reviewer.undo(batch_id);
    await putOff();
    expect(await lab.statesOf(id)).toEqual(['interview dropped']);
    const { events } = await lab.reader.open(id);
    expect(events[0]!.kind).toBe('mail_cancelled');
  });
});
