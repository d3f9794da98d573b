import { randomUUID } from 'node:crypto';
import { makeApplication, type Member } from '../../harness/member.ts';
import { describe, expect, test, type TestServer, type Visitor } from '../../harness/fixtures.ts';

test.beforeEach(async ({ server }) => {
  await server.sql('delete from public.applications');
  await server.sql('update public.lab_terms set publishes_figures = true where not publishes_figures');
});

describe('the figures of the promise', () => {
  test('are public from twenty people in each on', async ({ server, page }) => {
    await makeAnswered(server, 19, 2);
    expect(await figures(server, page)).toEqual({});
    // Twenty are due, and nineteen of them have an answer.
    await makeDue(server, null);
    expect(await figures(server, page)).toEqual({});
    await makeAnswered(server, 1, 2);
    expect(await figures(server, page)).toEqual({
      percent_in_time: 95,
      median_days: 2,
      counted_on: new Date().toISOString().slice(0, 10),
    });
  });

  test('are public only while owners publish them', async ({ server, owner, page }) => {
    await makeAnswered(server, 20, 2);
    expect(await figures(server, page)).toMatchObject({ percent_in_time: 100 });
    const { version, ...terms } = await termsOf(owner);
    const saved = { seen_version: version, ...terms, publishes_figures: false };
    expect(await owner.call('review_terms_save', saved)).toMatchObject({ publishes_figures: false });
    expect(await read(page)).toEqual({});
    // A member sees them in order to decide.
    expect(await owner.call('review_promise')).toMatchObject({
      figures: { people_due: 20, people_answered: 20, percent_in_time: 100, median_days: 2 },
    });
  });

  test.for<readonly [what: string, inTime: number, late: number, days: number, expected: object]>([
    ['down to whole per cent', 13, 8, 1, { percent_in_time: 62 }],
    ['up to whole per cent', 14, 7, 1, { percent_in_time: 67 }],
    ['to no hundred per cent that leaves someone out', 210, 1, 1, { percent_in_time: 99 }],
    ['to half days', 20, 0, 1.3, { median_days: 1.5 }],
    ['to whole days', 20, 0, 1.2, { median_days: 1 }],
    ['to no less than half a day', 20, 0, 0.1, { median_days: 0.5 }],
  ])('are rounded %s', async ([, inTime, late, days, expected], { server, page }) => {
    await makeAnswered(server, inTime, days);
    await makeAnswered(server, late, 12);
    expect(await figures(server, page)).toMatchObject(expected);
  });

  test.for<readonly [who: string, columns: Readonly<Record<string, unknown>>, percent: number]>([
    ['a person without an answer is late', {}, 95],
    ['a person whose promised day is ahead', { email_confirmed_at: ago(9), answered_at: ago(8) }, 100],
    ['a person of more than 90 days before', { created_at: ago(101), email_confirmed_at: ago(101) }, 100],
    ['a person who never confirmed', { email_confirmed_at: null }, 100],
    ['a person who withdrew in time', { status: 'withdrawn', status_changed_at: ago(15) }, 100],
    [
      'a person who withdrew after the promised day is late',
      { status: 'withdrawn', status_changed_at: ago(8) },
      95,
    ],
    [
      'a person who is erased tomorrow without an answer',
      { erasing_at: ago(-1), erase_reason: 'applicant' },
      100,
    ],
    ['a decision without a mail is late', { status: 'declined' }, 95],
    ['a move back before the answer changes nothing', { waiting_since: ago(9) }, 95],
    ['a person who applied again has another day', { round: 2, created_at: ago(9) }, 100],
    ['a move back after the answer changes nothing', { answered_at: ago(19), waiting_since: ago(2) }, 100],
    ['a move back after a late answer changes nothing', { answered_at: ago(4), waiting_since: ago(2) }, 95],
  ])('count people as promised: %s', async ([, columns, percent], { server, page }) => {
    await makeAnswered(server, 20, 2);
    await make(server, { email_confirmed_at: ago(20), ...columns });
    expect(await figures(server, page)).toMatchObject({ percent_in_time: percent });
  });

  test.for<readonly [what: string, moves: string, percent: number]>([
    [
      'late after a move back of an unsent decline',
      'declined 13, in_review 12, interview 6 5, in_review 1',
      95,
    ],
    ['in time before a move back', 'in_review 18, interview 16 15, in_review 12, declined 2', 100],
    ['late before a move back', 'in_review 18, interview 6 5, in_review 1', 95],
    ['late after an undone move back', 'declined 13 5 12, in_review 1', 95],
    ['in time after a withdrawal', 'withdrawn 18, in_review 13, interview 6 5', 100],
    ['late after a withdrawal', 'withdrawn 19, in_review 18, interview 6 5', 95],
    ['late before a withdrawal', 'in_review 18, interview 6 5, withdrawn 4, in_review 3', 95],
  ])(
    'judge an answer by the time that the applicant waited: %s',
    async ([, moves, percent], { server, page }) => {
      await makeAnswered(server, 20, 2);
      const id = await make(server, { email_confirmed_at: ago(20) });
      for (const made of moves.split(', ')) await move(server, id, made.split(' '));
      expect(await figures(server, page)).toMatchObject({ percent_in_time: percent });
    },
  );

  test('show members no median before the first answer', async ({ server, owner, page }) => {
    await makeDue(server, null);
    await figures(server, page);
    expect(await owner.call('review_promise')).toMatchObject({
      figures: { people_due: 1, people_answered: 0, percent_in_time: 0, median_days: null },
    });
  });

  test('are counted at the start and once a week', async ({ server, page }) => {
    await expect
      .poll(() => server.value('select counted_on is not null from private.promise_figures'))
      .toBe(true);
    await makeAnswered(server, 20, 2);
    expect(await figures(server, page)).toMatchObject({ percent_in_time: 100 });
    await makeDue(server, null);
    expect(await server.value<string>('select public.count_promise_figures()')).toBe('0');
    expect(await read(page)).toMatchObject({ percent_in_time: 100 });
    await server.sql(
      `update private.promise_figures set counted_on = date_trunc('week', now() at time zone 'UTC')::date - 1`,
    );
    expect(await server.value<string>('select public.count_promise_figures()')).toBe('1');
    expect(await read(page)).toMatchObject({ percent_in_time: 95 });
  });
});

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
let count = 0;
const make = (server: TestServer, columns: Readonly<Record<string, unknown>>) =>
  makeApplication(server, `figures-${(count += 1)}`, {
    created_at: ago(21),
    // Else the status has no first period.
    ...(columns['status'] ? { first_status: columns['status'] } : {}),
    ...columns,
  });
/** An application that was confirmed twenty days ago and answered after some days, or never. */
const makeDue = (server: TestServer, days: number | null) =>
  make(server, { email_confirmed_at: ago(20), answered_at: days && ago(20 - days) });
const makeAnswered = (server: TestServer, people: number, days: number) =>
  Promise.all(Array.from({ length: people }, () => makeDue(server, days)));

/** Makes a move some days ago, records the notice about it, and makes a move back that is undone. */
async function move(server: TestServer, id: string, made: readonly string[]): Promise<void> {
  const [moved = 0, notified, undone] = made.slice(1).map(Number);
  await changeStatus(server, id, made[0]!, ago(moved));
  if (undone) {
    const batch = await changeStatus(server, id, 'in_review', ago(undone));
    await server.sql`select private.change_status(array[${id}::uuid], null, 'undo', ${batch}::uuid)`;
    await server.sql`update public.application_status_periods set undone_at = ${ago(undone - 0.1)}
      where application_id = ${id} and undone_at is not null`;
  }
  if (notified) {
    await server.sql`update public.application_status_periods p set notified_at = ${ago(notified)}
      from public.applications a
     where a.id = ${id} and p.application_id = a.id and p.number = a.current_period`;
    await server.sql`select private.record_answers(array[${id}::uuid])`;
  }
}

/** Moves an application as if it had been done at `at`, and returns the batch. */
async function changeStatus(server: TestServer, id: string, status: string, at: string): Promise<string> {
  const batch = randomUUID();
  const moved = `select private.change_status(array[$1::uuid], $2, 'move', $3) -> 'changed'`;
  expect(await server.value(moved, [id, status, batch])).toEqual([id]);
  const dates = `waiting_since = case when waiting_since > now() - interval '1 minute' then $2 else waiting_since end`;
  await server.sql(
    `update public.application_status_periods set entered_at = $2, ${dates}
      where application_id = $1 and batch_id = $3`,
    [id, at, batch],
  );
  await server.sql(`update public.applications set status_changed_at = $2, ${dates} where id = $1`, [id, at]);
  return batch;
}

const read = async (page: Visitor) => (await page.rest.rpc('promise_figures')).data as unknown;
/** Counts the figures, as in a new week, and returns them as anyone reads them. */
async function figures(server: TestServer, page: Visitor): Promise<unknown> {
  await server.sql('update private.promise_figures set counted_on = null');
  await server.sql('select public.count_promise_figures()');
  return read(page);
}

async function termsOf(owner: Member) {
  const { data } = await owner.data.from('lab_terms').select().single();
  const { only_row: _, ...terms } = data as Record<string, unknown>;
  return terms;
}
