import { afterAll, beforeAll } from 'vitest';
import fc from 'fast-check';
import { makeApplication } from '../../harness/member.ts';
import { attempt, prepareAttempts } from './attempts.ts';
import { type Call, everyCall } from './every-call.ts';
import { tables } from './expectations.ts';
import type { Standing } from './people.ts';
import { type Answers, type Action, openWorlds, type Worlds } from './two-worlds.ts';
import { describe, expect, type TestServer, testStarting } from '../../harness/fixtures.ts';

const test = testStarting();
let blind: Standing;
let other: Standing;
let application: string;
let calls: Call[];
let worlds: Worlds;

test.beforeAll(async ({ server }) => {
  await prepareAttempts(server);
  await prepare(server);
  worlds = await openWorlds(server, Object.keys(tables));
});
afterAll(() => worlds?.close());

describe.each(['owner', 'reviewer', 'reader'])('to %s who has not scored', (access) => {
  let silent: Answers;
  beforeAll(async () => {
    await worlds.run(
      `update public.user_roles set access = '${access}' where user_id = '${blind.claims!.sub}'`,
    );
    silent = await askAll([]);
  });

  test.each([1, 5])('no function and no table reveals that another scored everything %i', async (score) => {
    const told = await askAll(everythingSaid(score));
    expect(differing(silent, told)).toEqual([]);
    expect(Object.values(told).filter((answer) => answer.includes(SECRET))).toEqual([]);
  });

  test('nothing reveals the other actions of a member', async () => {
    for (const statements of fc.sample(anyDeeds(), { numRuns: 2, seed: 20261124 }))
      expect([statements, differing(silent, await askAll(byOther(statements)))]).toEqual([statements, []]);
  });
});

test('the same questions reveal it if scores are not hidden', async () => {
  await worlds.run(`update public.user_roles set access = 'owner' where user_id = '${blind.claims!.sub}'`);
  await worlds.run('update public.review_settings set hides_others_until_scored = false');
  const told = differing(await askAll([]), await askAll(everythingSaid(5)));
  await worlds.run('update public.review_settings set hides_others_until_scored = true');
  const functions = new Set(told.map(({ question }) => question.replace(/\(.*/s, '')));
  expect([...functions]).toEqual(
    expect.arrayContaining([
      'review_access_log',
      'review_application',
      'review_export',
      'review_list',
      'review_move',
      'review_note_edit_mentioning',
      'review_note_versions',
      'review_pulse',
      'review_rate',
    ]),
  );
});

// Each of these functions would reveal scores without its condition.
test.each([
  ['review_list', 'private.list_row(public.applications, text)', 'private.sees_others(a.id, auth.uid())'],
  ['review_export', 'private.export_page(jsonb, jsonb, integer)', 'private.sees_others(a.id, auth.uid())'],
  ['review_application', 'private.whole_application(public.applications)', 'private.shows_note(n)'],
  [
    'review_application',
    'private.whole_application(public.applications)',
    'private.sees_others(a.id, auth.uid())',
  ],
  [
    'review_application',
    'private.whole_application(public.applications)',
    'private.shows_deed(e.kind, e.actor, e.application_id)',
  ],
  ['review_application', 'private.scorecards(uuid)', 'private.sees_others(of_application, auth.uid())'],
  [
    'review_rate',
    'public.review_rate(uuid, text, integer, integer)',
    'private.sees_others(review_rate.application_id, auth.uid())',
  ],
  ['review_pulse', 'public.review_pulse(bigint)', 'private.shows_deed(e.kind, e.actor, e.application_id)'],
  [
    'review_access_log',
    'private.access_log_page(jsonb, bigint, integer)',
    'private.shows_deed(l.kind, l.actor, l.application_id)',
  ],
])('%s reveals where %s lacks %s', async (name, lacking, condition) => {
  const asked = calls.filter((call) => isOf(call, [name]));
  const without = {
    by: null,
    statement: `do $do$ begin execute replace(pg_get_functiondef('${lacking}'::regprocedure), '${condition}', 'true'); end $do$`,
  };
  const silent = await worlds.ask([without], blind, asked);
  const told = await worlds.ask([without, ...everythingSaid(5)], blind, asked);
  expect(differing(silent, told)).not.toEqual([]);
});

test('a download of everything stored is logged, and its reader counts as having seen the scores', async () => {
  const told = await worlds.ask(everythingSaid(5), blind, [`review_data_request('${application}')` as Call]);
  expect(Object.values(told).some((answer) => answer.includes(SECRET))).toBe(true);
});

/**
 * Functions that may reveal scores. They are logged, and the caller counts as having seen (docs/review-data.md, "Fair
 * scoring").
 */
const telling = ['review_data_request'];

/** Of the other's note, which is asked for in every world. */
const NOTE = '11111111-1111-4111-8111-111111111111';
const SECRET = 'Heron over the marsh';

async function makePerson(server: TestServer, name: string): Promise<Standing> {
  const made = await server.row<{ sub: string; session_id: string }>`with person as (
       insert into auth.users (id, email, aud, role) values (gen_random_uuid(), ${`${name}@lab.example`}, 'authenticated', 'authenticated') returning id),
     role as (insert into public.user_roles (user_id, role) select id, 'admin' from person)
     insert into auth.sessions (id, user_id, created_at, updated_at, aal)
     select gen_random_uuid(), id, now(), now(), 'aal1' from person returning user_id as sub, id as session_id`;
  return { role: 'authenticated', claims: { ...made!, aal: 'aal1' } };
}

/** Does something for good, as a member. */
async function does(server: TestServer, member: Standing, statement: string): Promise<void> {
  const outcome = await attempt(server, member, statement, true);
  if (outcome !== 1) throw new Error(`${statement}: ${outcome}`);
}

/**
 * Creates an application that both know. The blind member has scored half of it and written a note, the other has
 * moved it.
 */
async function prepare(server: TestServer): Promise<void> {
  blind = await makePerson(server, 'blind');
  other = await makePerson(server, 'other');
  application = await makeApplication(server, 'amber');
  const neighbour = await makeApplication(server, 'birch');
  await server.sql('update public.review_settings set hides_others_until_scored = true');
  for (const deed of [
    `select public.review_rate('${application}', 'craft', 4)`,
    `select public.review_rate('${application}', 'product', 2)`,
    `select public.review_overall('${application}', true)`,
    `select public.review_note_add_mentioning('${application}', 'Words of one’s own', '{}')`,
    `select public.review_tag('${application}', '{"add_tag": "sample"}')`,
    `select public.review_application('${application}')`,
  ])
    await does(server, blind, deed);
  await does(server, other, `select public.review_move('${application}', 1, 'in_review')`);
  await does(server, other, `select public.review_application('${application}')`);
  // The pulse repeats the last twenty seconds, and the calls take longer.
  await server.sql(`update public.application_events set at = at - interval '1 hour'`);
  const ids = (statement: string) => server.column<string>(statement);
  calls = await everyCall(server, {
    applications: [application, neighbour],
    notes: [...(await ids('select id from public.application_notes')), NOTE],
    batches: await ids('select id from public.review_batches'),
    members: [blind.claims!.sub, other.claims!.sub],
    events: (await ids('select id from public.application_events order by id')).map(Number).slice(0, 2),
  });
}

const criteria = ['craft', 'product', 'agents', 'drive'] as const;
const rate = (criterion: string, score: number | null) =>
  `select public.review_rate('${application}', '${criterion}', ${score})`;
const say = (overall: boolean | null) => `select public.review_overall('${application}', ${overall})`;
const scoreAll = (score: number) => [...criteria.map((criterion) => rate(criterion, score)), say(score > 2)];
const write = (words: string) =>
  `select public.review_note_add_mentioning('${application}', '${words}', '{}')`;
const changeLatest = (name: string, more = '') =>
  `select public.review_note_${name}((public.review_application('${application}') -> 'notes' -> -1 ->> 'id')::uuid${more})`;

/** Returns actions of the other member that others may know, in any order. */
const anyDeeds = () =>
  fc.array(
    fc.oneof(
      fc
        .tuple(fc.constantFrom(...criteria), fc.option(fc.integer({ min: 1, max: 5 })))
        .map(([criterion, score]) => rate(criterion, score)),
      fc.option(fc.boolean()).map(say),
      fc.integer({ min: 0, max: 99 }).map((number) => write(`${SECRET} ${number}`)),
    ),
    { minLength: 1, maxLength: 9 },
  );

const byOther = (statements: readonly string[]): Action[] =>
  statements.map((statement) => ({ by: other, statement }));

const isOf = (call: Call, names: readonly string[]) => names.some((name) => call.startsWith(`${name}(`));

/** Asks everything in a world, but what may tell. */
const askAll = (deeds: readonly Action[]) =>
  worlds.ask(
    deeds,
    blind,
    calls.filter((call) => !isOf(call, telling)),
  );

const differing = (one: Answers, another: Answers) =>
  Object.keys(one)
    .filter((question) => one[question] !== another[question])
    .map((question) => ({ question, one: one[question], another: another[question] }));

const everythingSaid = (score: number): Action[] => [
  ...byOther([
    ...scoreAll(score),
    write(`${SECRET}, before`),
    changeLatest('edit_mentioning', `, 1, '${SECRET}, after', '{}'`),
    write(`${SECRET}, removed`),
    changeLatest('remove'),
    rate('drive', null),
  ]),
  {
    by: null,
    statement: `with note as (
        insert into public.application_notes (id, application_id, author, author_email, body)
        values ('${NOTE}', '${application}', '${other.claims!.sub}', 'other@lab.example', '${SECRET}, by name') returning *)
      insert into public.application_note_versions (note_id, version, body, editor, editor_email)
      select id, version, body, author, author_email from note`,
  },
  {
    by: null,
    statement: `insert into public.note_mentions (note_id, application_id, member_id, mentioned_by)
      select id, application_id, '${blind.claims!.sub}', author from public.application_notes
       where author = '${other.claims!.sub}'`,
  },
];
