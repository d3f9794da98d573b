import { expect } from 'vitest';
import type pg from 'pg';
import type { Member } from '../../harness/member.ts';
import type { Row } from '../../harness/review-answers.ts';
import type { Requests } from './status-requests.ts';

const promises = ['waiting', 'answered', 'to_notify', 'ended'] as const;

/** Days within which an answer is promised, and the last of them that are soon over. */
const [ANSWER_DAYS, SOON_DAYS] = [10, 3];

/** Expects that list, counts, clock, bar, digest, export and the applicants' pages show the model's promise. */
export async function expectAgreement(client: pg.Client, { ids, reviewers, world }: Requests): Promise<void> {
  const member = reviewers[0]!;
  const { applicants } = world;
  const states = applicants.map(({ promise }) => promise);
  // An application that waits to be erased is in no list and in no count.
  const listed = applicants.map(({ promise, isErasing }) => (isErasing ? undefined : promise));
  const waiting = applicants.filter(({ promise }) => promise === 'waiting');
  const expected = {
    ...Object.fromEntries(promises.map((one) => [one, listed.filter((state) => state === one).length])),
    overdue: waiting.filter(({ waited }) => waited >= ANSWER_DAYS).length,
    soon: waiting.filter(({ waited }) => waited < ANSWER_DAYS && waited >= ANSWER_DAYS - SOON_DAYS).length,
  };
  const { list, counts, clock, updates, exported, digest, pages } = await answersOf(client, member);
  const byId = <Item extends { readonly id: string }>(items: readonly Item[]) =>
    ids.map((id) => items.find((item) => item.id === id));
  expect(
    byId(list.rows).map((row) => row?.promise),
    'list',
  ).toEqual(listed);
  expect(
    byId(exported.rows).map((row) => row?.promise),
    'export',
  ).toEqual(listed);
  expect(
    counts.map(({ total }) => total),
    'counts',
  ).toEqual(
    [...promises, 'overdue', 'soon', 'waiting'].map((name) => (expected as Record<string, number>)[name]),
  );
  const { waiting: waitingCount, overdue, soon, to_notify } = expected as Record<string, number>;
  expect(clock, 'clock').toMatchObject({ waiting: waitingCount, overdue, soon, to_notify });
  expect(updates.to_notify, 'bar').toBe(to_notify);
  expect({ overdue: 0, to_notify: 0, ...digest }, 'digest').toMatchObject({ overdue, to_notify });
  const shown = applicants.map(
    ({ promise, wasAnswered }) => !wasAnswered && (promise === 'waiting' || promise === 'to_notify'),
  );
  const answerBy = byId(pages).map((page) => page!.answer_by);
  expect(
    answerBy.map((at) => at !== null),
    'pages',
  ).toEqual(shown);
  for (const [place, row] of byId(list.rows).entries()) {
    const due_at = row?.due_at ?? null;
    expect(due_at !== null, 'due').toBe(states[place] === 'waiting');
    if (due_at) expect(Date.parse(due_at), 'date of the page').toBe(Date.parse(answerBy[place]!));
  }
}

const filters = [
  ...promises.map((promise) => ({ promise })),
  { due: 'overdue' },
  { due: 'soon' },
  { due: 'waiting' },
];

interface Places {
  readonly list: { readonly rows: Row[] };
  readonly counts: readonly { readonly total: number }[];
  readonly clock: Readonly<Record<string, number>>;
  readonly updates: { readonly to_notify: number };
  readonly exported: { readonly rows: Row[] };
  readonly digest: Readonly<Record<string, number>> | null;
  readonly pages: readonly { readonly id: string; readonly answer_by: string | null }[];
}

/** Asks in the database as the member, because twelve requests for each step took most of the run. */
async function answersOf(client: pg.Client, member: Member): Promise<Places> {
  const claims = JSON.stringify({ sub: member.id, role: 'authenticated', aal: 'aal1' });
  const results = (await client.query(`
    begin;
    select set_config('request.jwt.claims', ${client.escapeLiteral(claims)}, true);
    set local role authenticated;
    select public.review_list(page_size => 200) as list, public.review_promise() as clock,
           public.review_counts(${client.escapeLiteral(JSON.stringify(filters))}) as counts,
           public.review_updates() as updates, public.review_export() as exported;
    reset role;
    select private.digest_of('${member.id}', 1) as digest,
           (select jsonb_agg(jsonb_build_object(
              'id', a.id, 'answer_by', private.applicant_view(a.id) -> 'answer_by'))
              from public.applications a) as pages;
    rollback`)) as unknown as pg.QueryResult[];
  return Object.assign({}, ...results.flatMap(({ rows }) => rows)) as Places;
}
