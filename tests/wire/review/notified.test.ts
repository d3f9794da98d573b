import { makeApplication } from '../../harness/member.ts';
import { confirmed, template } from '../../harness/telling.ts';
import { describe, expect, test } from '../../harness/fixtures.ts';
import { refusedWith } from '../../harness/refusals.ts';

// status.model.test.ts has mails that are overtaken, stopped, put off or fail, and addresses that bounce.
describe('a decision', () => {
  test('is mailed with its template after half a minute, and answers then', async ({ lab }) => {
    const id = await lab.inReview('told');
    const { row, mailed } = await lab.move(id, 'interview', template);
    expect([row.promise, row.notified_at, mailed]).toEqual(['to_notify', null, 1]);
    expect(row.mail_due_at).not.toBeNull();
    expect(await lab.mailsOf(id)).toMatchObject([
      { state: 'due', subject: 'Let us talk about what you build', about: 'interview', seconds: 30 },
    ]);
    await lab.leave(id);
    const notified = { promise: 'answered', notified_at: expect.any(String) as string };
    expect(await lab.rowOf(id)).toMatchObject(notified);
    const filter = { search: 'told@builders.example' };
    const { rows } = await lab.reader.call<{ rows: object[] }>('review_export', { filter });
    expect(rows).toContainEqual(expect.objectContaining({ id, ...notified }));
  });
});

test('mails of a member within a minute are counted, and stopped together', async ({ lab }) => {
  const leaving = async (member: typeof lab.reviewer) =>
    (await member.call<{ pending_mails: { count: number; seconds: number | null } }>('review_updates'))
      .pending_mails;
  await lab.reviewer.call('review_mail_stop');
  const none = { count: 0, seconds: null };
  expect(await leaving(lab.reviewer)).toEqual(none);
  const soon = [await lab.inReview('leaving-1'), await lab.inReview('leaving-2')];
  for (const id of soon) await lab.move(id, 'declined', template);
  const later = await lab.inReview('leaving-3');
  await lab.move(later, 'declined', { ...template, delay: 'morning' });
  const { count, seconds } = await leaving(lab.reviewer);
  expect(count).toBe(2);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(30);
  expect(await leaving(lab.owner)).toEqual(none);
  expect(await lab.owner.call('review_mail_stop')).toEqual({ stopped: 0, row: null });

  expect(await lab.reviewer.call('review_mail_stop')).toEqual({ stopped: 2, row: null });
  expect(await leaving(lab.reviewer)).toEqual(none);
  for (const id of soon) {
    expect(await lab.statesOf(id)).toEqual(['declined dropped']);
    expect(await lab.rowOf(id)).toMatchObject({
      status: 'declined',
      promise: 'to_notify',
      mail_due_at: null,
    });
  }
  expect(await lab.statesOf(later)).toEqual(['declined due']);
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
    const expected = { changed: 4, mailed: 2 };
    for (const which of [{ ids }, { filter: { search: 'builders.example many-' } }]) {
      const preview = { to_status: 'declined', ...which };
      expect(await lab.reader.call('review_move_preview', preview)).toEqual({
        ...expected,
        unchanged: { accepted: 1 },
      });
    }
    const both = { to_status: 'declined', ids, filter: {} };
    expect(await lab.reader.refusal('review_move_preview', both)).toMatchObject(refusedWith('invalid_value'));
    const outcome = await lab.reviewer.many(
      ids,
      { status: 'declined' },
      { subject: 'No', body: 'Sorry, {{name}}', to: 'any' },
    );
    expect(outcome).toMatchObject({ ...expected, skipped: 1 });
    expect((await lab.toNotify({ search: 'many-' })).toSorted()).toEqual([ids[0], ids[2], ids[4]].toSorted());
    expect(await lab.reviewer.undo(outcome.batch_id)).toMatchObject({
      restored: 4,
      mails_stopped: 2,
    });
    expect(await lab.toNotify({ search: 'many-' })).toEqual([]);
  });
});
