import { mailsSettled, passMinute, visitor } from '../../harness/applicant.ts';
import { callPage, linkedApplicant, mailOf, mailsTo, secretsIn } from '../../harness/applicant-page.ts';
import { passErasure } from '../../harness/erase.ts';
import { describe, expect, test } from '../../harness/fixtures.ts';
import type { Member } from '../../harness/member.ts';
import { askNextStep, type Desk, lead, passTerm } from './way-back.ts';

describe('the promise: applying again', () => {
  test('begins a round with another clock, and keeps the earlier one', async ({ server, owner }) => {
    const { row, id, secret } = await linkedApplicant(server);
    const desk = { server, owner, id, secret, email: row.email };
    await server.sql`update public.applications set created_at = created_at - interval '100 days',
      email_confirmed_at = email_confirmed_at - interval '100 days' where id = ${id}`;
    await owner.addNote(id, 'Of the first round');
    await owner.call('review_rate', { application_id: id, criterion: 'craft', score: 2 });
    await owner.call('review_rate_overall', { application_id: id, overall: false });
    const today = () => owner.call<{ total: number }>('review_numbers', days(0, 0));
    const before = await today();
    const early = () => owner.call<{ total: number }>('review_numbers', days(-110, -90));
    expect(await early()).toMatchObject({ total: 1 });
    await lead(desk, ['declined']);
    expect(await callPage(server, 'apply_again', secret)).toMatchObject({ outcome: 'too_early' });
    await passTerm(desk);
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await callPage(server, 'apply_again', secret);
      expect(answer).toMatchObject({
        outcome: 'applied_again',
        application: { status: 'submitted', apply_again: null, answer_by: expect.any(String) as string },
      });
      expect(Date.parse(answer.application!.answer_by!)).toBeGreaterThan(Date.now());
    }
    const opened = await openWhole(owner, id);
    expect(opened).toMatchObject({
      row: {
        status: 'submitted',
        rating: 0,
        round: 2,
        promise: 'waiting',
        notified_at: null,
        decided_at: null,
      },
      ratings: [],
      scorecards: [],
      earlier_scorecards: [{ round: 1, scores: { craft: 2, overall: false } }],
      notes: [{ round: 1, body: 'Of the first round' }],
    });
    expect(opened.events.map(({ kind, detail }) => [kind, detail['action'] ?? detail['to'] ?? null])).toEqual(
      expect.arrayContaining([
        ['applicant', 'applied_again'],
        ['moved', 'submitted'],
        ['moved', 'declined'],
      ]),
    );
    expect(await owner.addNote(id, 'Of the second round')).toMatchObject({ round: 2 });
    // Both rounds count as what they were.
    expect(await early()).toMatchObject({ total: 1, by_status: { declined: 1 } });
    expect((await today()).total).toBe(before.total + 1);
    await mailOf(server, row.email, 'You have applied again');
    await passErasureOf(desk);
  });

  test('is offered by the mail of a form that is sent again after a withdrawal', async ({ server }) => {
    const { row, secret } = await linkedApplicant(server);
    await callPage(server, 'withdraw', secret);
    expect((await visitor(server).apply({ ...row })).error).toMatchObject({ code: '23505' });
    await askNextStep(server, row.email);
    const mail = await mailOf(server, row.email, 'You can apply again');
    expect(await callPage(server, 'apply_again', secretsIn(mail.text)[0]!)).toMatchObject({
      outcome: 'applied_again',
    });
    // The withdrawal of the earlier round cannot be undone, and its mail is not sent.
    expect(await callPage(server, 'undo', secret, { request: 'withdraw' })).not.toMatchObject({
      application: { status: 'withdrawn' },
    });
    await passMinute(server);
    await mailsSettled(server);
    expect((await mailsTo(server, row.email)).map(({ subject }) => subject)).not.toContain(
      'Your application is withdrawn',
    );
  });

  test('waits while applications are closed, and while it is not over', async ({ server }) => {
    const { secret } = await linkedApplicant(server);
    expect(await callPage(server, 'apply_again', secret)).toMatchObject({ outcome: 'still_open' });
    await callPage(server, 'withdraw', secret);
    await server.sql('select private.set_intake(true)');
    expect(await callPage(server, 'apply_again', secret)).toMatchObject({ outcome: 'closed' });
    await server.sql('select private.set_intake(false)');
    expect(await callPage(server, 'apply_again', secret)).toMatchObject({ outcome: 'applied_again' });
  });
});

const days = (from: number, to: number) => {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  return { from_day: day(from), to_day: day(to) };
};

/** Erases the application, so that its rounds do not count in other tests. */
async function passErasureOf({ server, secret, id }: Desk): Promise<void> {
  await callPage(server, 'erase', secret);
  await passErasure(server, id);
}

const openWhole = (member: Member, application_id: string) =>
  member.call<{
    readonly events: readonly { readonly kind: string; readonly detail: Readonly<Record<string, unknown>> }[];
    readonly moves: readonly string[];
  }>('review_application', { application_id });
