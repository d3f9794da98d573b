import { holdRows } from '@solostead/server-testkit/databases/held-rows';
import { sendNow } from '../../harness/applicant.ts';
import { makeApplication, type Member } from '../../harness/member.ts';
import { describe, expect, test, type TestServer } from '../../harness/fixtures.ts';
import type { Row } from '../../harness/review-answers.ts';
import { refusedWith } from '../../harness/refusals.ts';

describe('with an answer promised within ten days', () => {
  let overdue: string;
  let soon: string;
  let later: string;
  test.beforeAll(async ({ server }) => {
    overdue = await make(server, 10 * 24 + 1);
    soon = await make(server, 8 * 24);
    later = await make(server, 1);
    await make(server, null);
    await make(server, 20 * 24, { status: 'declined' });
    await make(server, 20 * 24, { status: 'withdrawn' });
    await make(server, 20 * 24, { archived_at: hoursAgo(1) });
  });

  test('an application is due ten days after its confirmation, else never', async ({ server, owner }) => {
    const { due_at } = await rowOf(owner, later);
    expect(Math.abs(Date.parse(due_at!) - Date.now() - (240 - 1) * HOUR_MS)).toBeLessThan(60_000);
    expect((await rowOf(owner, await make(server, null))).due_at).toBe(null);
  });

  test('the filters overdue and soon work in each order, and are counted', async ({ owner }) => {
    for (const [due, expected] of [
      ['overdue', overdue],
      ['soon', soon],
    ]) {
      for (const sort of ['created', 'name', 'rating', 'changed', 'due'])
        expect(await idsOf(owner, { due }, sort)).toEqual([expected]);
      expect(await owner.call('review_count', { filter: { due } })).toMatchObject({ total: 1 });
      expect(await idsOf(owner, { due, status: ['interview'] })).toEqual([]);
      const { rows } = await owner.call<{ rows: Row[] }>('review_export', { filter: { due } });
      expect(rows).toMatchObject([{ id: expected, due_at: expect.any(String), promise: 'waiting' }]);
    }
    expect(await owner.refusal('review_list', { filter: { due: 'never' } })).toMatchObject(
      refusedWith('invalid_filter', 'The filter "due" is waiting, overdue or soon.'),
    );
  });

  test('sorting by the due day lists the longest waiting first, over pages', async ({ server, owner }) => {
    const sorted = { filter: { due: 'waiting' }, sort: 'due', descending: false, page_size: 1 };
    const walked = (await owner.pages('review_list', sorted)).map(({ id }) => id);
    const waiting = await server.column<string>`
      select id from public.applications where status = 'submitted' and email_confirmed_at is not null
          and archived_at is null order by email_confirmed_at, id`;
    expect(walked).toEqual(waiting);
    expect(walked.slice(0, 3)).toEqual([overdue, soon, expect.any(String)]);
    expect(await owner.refusal('review_list', { sort: 'due' })).toMatchObject({ status: 400 });
  });

  test('the promise: a mail about reading is no answer', async ({ server, owner }) => {
    const id = await make(server, 11 * 24);
    const { due_at } = await rowOf(owner, id);
    await move(owner, id, 'in_review', { subject: 'We are reading', body: 'Soon more.' });
    await sendNow(server, id);
    // It is the first mail here: the function that sends it starts for it.
    await expect.poll(async () => (await rowOf(owner, id)).notified_at).not.toBe(null);
    expect(await rowOf(owner, id)).toMatchObject({ promise: 'waiting', due_at });
    expect(await idsOf(owner, { due: 'overdue' })).toContain(id);
  });

  test('a filter that matches thousands of waiting applications uses their index', async ({ server }) => {
    // A few rows are read faster whole.
    const client = await holdRows(server, 'set local enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select a.id from public.applications a
        where a.archived_at is null
          and private.promise_of(a) = 'waiting'
          and private.promise_since(a.email_confirmed_at, a.waiting_since) < '2001-01-01'`,
    );
    await client.query('rollback');
    expect(rows.map((line) => line['QUERY PLAN']).join('\n')).toContain('applications_waiting_idx');
  });
});

test('an application is due by the days in public.lab_terms', async ({ server, owner }) => {
  const id = await make(server, 3 * 24 + 1);
  await server.sql('update public.lab_terms set answer_days = 3');
  expect(await idsOf(owner, { due: 'overdue' })).toContain(id);
  await server.sql('update public.lab_terms set answer_days = 10');
  expect(await idsOf(owner, { due: 'overdue' })).not.toContain(id);
});

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
let count = 0;
/** Creates an application whose e-mail was confirmed this many hours ago, or null if not. */
const make = (server: TestServer, hours: number | null, columns: Readonly<Record<string, unknown>> = {}) =>
  makeApplication(server, `clock-${(count += 1)}`, {
    email_confirmed_at: hours === null ? null : hoursAgo(hours),
    ...columns,
  });
const idsOf = async (owner: Member, filter: object, sort = 'created') =>
  (await owner.call<{ rows: Row[] }>('review_list', { filter, sort })).rows.map(({ id }) => id);
const rowOf = async (owner: Member, id: string) => (await owner.open(id)).row;
const move = (owner: Member, id: string, to_status: string, mail: object | null = null) =>
  owner.many([id], { status: to_status }, mail);
