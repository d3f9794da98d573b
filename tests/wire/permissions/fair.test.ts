import { afterAll, beforeAll } from 'vitest';
import { makeApplication } from '../../harness/member.ts';
import { perform, prepareAttempts } from './attempts.ts';
import { type Call, callsAbout } from './every-call.ts';
import { tables } from './expectations.ts';
import { makePerson, type Standing } from './people.ts';
import { type Answers, type Action, openWorlds } from './two-worlds.ts';
import { describe, expect, type TestServer, testStarting } from '../../harness/fixtures.ts';

// Its own server, because nothing else may write while it compares answers.
const test = testStarting();
let blind: Standing;
let other: Standing;
let application: string;
let calls: Call[];
let worlds: Awaited<ReturnType<typeof openWorlds>>;

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
    const answers = await askAll(fullReview(score));
    expect(differing(silent, answers)).toEqual([]);
    expect(Object.values(answers).filter((answer) => answer.includes(SECRET))).toEqual([]);
  });
});

test('the same questions reveal it if scores are not hidden', async () => {
  await worlds.run(`update public.user_roles set access = 'owner' where user_id = '${blind.claims!.sub}'`);
  await worlds.run('update public.review_settings set hides_others_until_scored = false');
  const answers = differing(await askAll([]), await askAll(fullReview(5)));
  await worlds.run('update public.review_settings set hides_others_until_scored = true');
  const functions = new Set(answers.map(({ question }) => question.replace(/\(.*/s, '')));
  expect([...functions]).toEqual(
    expect.arrayContaining([
      'review_access_log',
      'review_application',
      'review_export',
      'review_list',
      'review_move',
      'review_note_edit',
      'review_note_versions',
      'review_updates',
      'review_rate',
    ]),
  );
});

test('a download of everything stored contains the notes of others', async () => {
  const answers = await worlds.ask(fullReview(5), blind, [`review_person_data('${application}')` as Call]);
  expect(Object.values(answers).some((answer) => answer.includes(SECRET))).toBe(true);
});

/** Of the other's note, which is asked for in every world. */
const NOTE = '11111111-1111-4111-8111-111111111111';
const SECRET = 'Heron over the marsh';

/**
 * Creates an application that both know. The blind member has scored half of it and written a note, the other has
 * moved it.
 */
async function prepare(server: TestServer): Promise<void> {
  blind = await makePerson(server, 'blind', 'owner');
  other = await makePerson(server, 'other', 'owner');
  application = await makeApplication(server, 'amber');
  const neighbour = await makeApplication(server, 'birch');
  await server.sql('update public.review_settings set hides_others_until_scored = true');
  for (const action of [
    `select public.review_rate('${application}', 'craft', 4)`,
    `select public.review_rate('${application}', 'product', 2)`,
    // A rating between those that the other gives shows in the order whether these count.
    `select public.review_rate('${neighbour}', 'craft', 3)`,
    `select public.review_rate_overall('${application}', true)`,
    `select public.review_note_add('${application}', 'Words of one’s own', '{}')`,
    `select public.review_tag('${application}', '{"add_tag": "sample"}')`,
    `select public.review_application('${application}')`,
  ])
    await perform(server, blind, action);
  await perform(server, other, `select public.review_move('${application}', 1, '{in_review}')`);
  await perform(server, other, `select public.review_application('${application}')`);
  calls = await callsAbout(server, [application, neighbour], [blind, other], [NOTE]);
}

const criteria = ['craft', 'product', 'agents', 'drive'] as const;
const rate = (criterion: string, score: number | null) =>
  `select public.review_rate('${application}', '${criterion}', ${score})`;
const write = (words: string) => `select public.review_note_add('${application}', '${words}', '{}')`;
const changeLatest = (name: string, more = '') =>
  `select public.review_note_${name}((public.review_application('${application}') -> 'notes' -> -1 ->> 'id')::uuid${more})`;

/**
 * Asks everything in a world but for a download of all data, which is logged, and whose reader counts as having seen the
 * scores (docs/review-data.md, "Fair scoring").
 */
const askAll = (actions: readonly Action[]) =>
  worlds.ask(
    actions,
    blind,
    calls.filter((call) => !call.startsWith('review_person_data(')),
  );

const differing = (one: Answers, another: Answers) =>
  Object.keys(one)
    .filter((question) => one[question] !== another[question])
    .map((question) => ({ question, one: one[question], another: another[question] }));

const fullReview = (score: number): Action[] => [
  ...[
    ...criteria.map((criterion) => rate(criterion, score)),
    // With the lowest scores the scorecard stays incomplete.
    ...(score > 1 ? [`select public.review_rate_overall('${application}', true)`] : []),
    write(`${SECRET}, before`),
    changeLatest('edit', `, 1, '${SECRET}, after', '{}'`),
    write(`${SECRET}, removed`),
    changeLatest('remove'),
    rate('drive', null),
  ].map((statement) => ({ by: other, statement })),
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
