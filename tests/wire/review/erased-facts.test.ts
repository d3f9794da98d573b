import { eraseNow } from '../../harness/erase.ts';
import { makeApplication, type Member } from '../../harness/member.ts';
import { expect, test, type TestServer } from '../../harness/fixtures.ts';
import { reckoned } from './reckoned.ts';

test.beforeAll(async ({ server }) => {
  // The retention of the server's start would erase some of the old samples if it came late.
  await server.sql('update public.lab_terms set unconfirmed_months = 120, withdrawn_months = 120');
  await server.command('seed', '400');
  // Over more months than samples of this number are.
  await server.sql(`
    update public.applications a
       set created_at = a.created_at - shift.by, first_reviewed_at = a.first_reviewed_at - shift.by,
           decided_at = a.decided_at - shift.by, interviewed_at = a.interviewed_at - shift.by,
           accepted_at = a.accepted_at - shift.by
      from (select id, (row_number() over (order by id) % 5) * interval '31 days' as by from public.applications) shift
     where a.id = shift.id`);
});
const day = (date: Date, days = 0) => new Date(date.getTime() + days * 86_400_000).toISOString().slice(0, 10);

const ranges = [
  ['a whole month', day(monthBefore(3)), day(monthBefore(2), -1)],
  ['whole months with days before and after', day(monthBefore(4), -9), day(monthBefore(1), 11)],
  ['days of one month', day(monthBefore(2), 4), day(monthBefore(2), 20)],
  ['days of two months', day(monthBefore(2), -8), day(monthBefore(2), 8)],
  ['all but the last day of a month', day(monthBefore(3)), day(monthBefore(2), -2)],
  ['half a year until today', day(monthBefore(6)), day(new Date())],
] as const;

test('the overview matches its rows after moves, undos and erasures', async ({ server, owner }) => {
  await expectAllToAgree(server, owner);
  const change = (search: string, status: string) =>
    owner.call<{ batch_id: string }>('review_change_many', { filter: { search }, change: { status } });
  await change('builder-00000', 'in_review');
  const { batch_id } = await change('builder-00000', 'interview');
  await expectAllToAgree(server, owner);
  await change('builder-000001', 'accepted');
  await owner.undo(batch_id);
  await expectAllToAgree(server, owner);
  const victims = await server.column<string>`
    select id from public.applications where accepted_at is not null or decided_at is not null limit 8`;
  const all = () => Promise.all(ranges.map(([_what, from, to]) => reported(owner, from, to)));
  const before = await all();
  for (const id of victims) await eraseNow(server, owner, id);
  // What a person reached stays counted.
  expect(await all()).toEqual(before);
  await server.sql(`delete from public.applications where email like 'builder-00002%'`);
  await expectAllToAgree(server, owner);
});

test('an erased application of a rare source is counted as other', async ({ server, owner }) => {
  const id = await server.value<string>`
    update public.applications set source = 'rare-source' where id = (select id
      from public.applications limit 1) returning id`;
  await eraseNow(server, owner, id);
  const sources = await server.column<string>(
    `select distinct source from private.erased_facts where source is not null`,
  );
  expect(sources).toContain('other');
  expect(sources).not.toContain('rare-source');
});

test('erasing changes no sum of the overview, also of reasons to decline', async ({ server, owner }) => {
  const created_at = monthBefore(14);
  const [from, to] = [day(created_at), day(monthBefore(13), -1)];
  const ask = () => owner.call('review_numbers', { from_day: from, to_day: to });
  const id = await makeApplication(server, 'declined', { created_at });
  const reason = await server.value<string>(
    'select key from public.decline_reasons order by position limit 1',
  );
  await owner.call('review_move', { application_id: id, seen_version: 1, path: ['declined'], reason });
  const before = await ask();
  expect(before).toMatchObject({ total: 1, by_status: { declined: 1 }, to_decision: { count: 1 } });
  await eraseNow(server, owner, id);
  expect(await ask()).toEqual(before);
});

test('a decision that was taken back is neither in a count nor in a median', async ({ server, owner }) => {
  const [from, to] = [day(monthBefore(20)), day(monthBefore(19), -1)];
  const id = await makeApplication(server, 'taken-back', { created_at: monthBefore(20) });
  const { batch_id } = await owner.many([id], { status: 'declined' });
  expect(await reported(owner, from, to)).toMatchObject({
    to_decision: { count: 1, median: expect.any(Number) },
  });
  await owner.undo(batch_id);
  expect(await reported(owner, from, to)).toMatchObject({
    to_decision: { count: 0, median: null, ninetieth: null },
  });
});

test('an application that arrives with its times is counted at once', async ({ server, owner }) => {
  const [from, to] = [day(monthBefore(18)), day(monthBefore(17), -1)];
  const created = monthBefore(18);
  const decided = new Date(created.getTime() + 36_000_000);
  const id = await makeApplication(server, 'with-times', {
    created_at: created,
    status: 'accepted',
    first_reviewed_at: decided,
    decided_at: decided,
    interviewed_at: decided,
    accepted_at: decided,
  });
  const tenHours = { count: 1, median: 10, ninetieth: 10 };
  expect(await reported(owner, from, to)).toMatchObject({
    total: 1,
    to_review: tenHours,
    to_decision: tenHours,
    reached_interview: 1,
    reached_accepted: 1,
  });
  await owner.many([id], { status: 'interview' });
  expect(await reported(owner, from, to)).toMatchObject({ to_review: tenHours, to_decision: { count: 0 } });
});

/** Returns the overview's times and stages for a range of days. Its lines have the same sums. */
async function reported(owner: Member, from: string, to: string): Promise<object> {
  type Line = Record<'applications' | 'confirmed' | 'reached_interview' | 'reached_accepted', number>;
  const answer = await owner.call<Line & Record<string, unknown> & Record<'per_day' | 'by_source', Line[]>>(
    'review_numbers',
    { from_day: from, to_day: to },
  );
  const { total, to_review, to_decision, reached_interview, reached_accepted, per_day, by_source } = answer;
  const sum = (lines: Line[], key: keyof Line) => lines.reduce((all, line) => all + line[key], 0);
  expect([sum(per_day, 'applications'), sum(by_source, 'applications')]).toEqual([total, total]);
  expect(sum(by_source, 'confirmed')).toBe(sum(per_day, 'confirmed'));
  expect(sum(by_source, 'reached_interview')).toBe(reached_interview);
  expect(sum(by_source, 'reached_accepted')).toBe(reached_accepted);
  return { total, by_source, to_review, to_decision, reached_interview, reached_accepted };
}

/** Returns the first day of the month this many months ago. */
function monthBefore(months: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
}

const expectAllToAgree = async (server: TestServer, owner: Member) => {
  for (const [what, from, to] of ranges)
    expect(await reported(owner, from, to), what).toMatchObject(await reckoned(server, from, to));
};
