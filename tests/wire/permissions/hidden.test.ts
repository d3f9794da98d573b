import { afterAll } from 'vitest';
import { makeApplication } from '../../harness/member.ts';
import { perform, prepareAttempts } from './attempts.ts';
import { type Call, callsAbout } from './every-call.ts';
import { tables } from './expectations.ts';
import { makePerson, type Standing } from './people.ts';
import { type Action, type Answers, openWorlds } from './two-worlds.ts';
import { describe, expect, type TestServer, testStarting } from '../../harness/fixtures.ts';

// Its own server, because nothing else may write while it compares answers.
const test = testStarting();
let owner: Standing;
let application: string;
let calls: Call[];
let worlds: Awaited<ReturnType<typeof openWorlds>>;
/** The answers before any erasure, and without the application. */
let unchanged: Answers;
let without: Answers;

test.beforeAll(async ({ server }) => {
  await prepareAttempts(server);
  await prepare(server);
  worlds = await openWorlds(server, Object.keys(tables));
  unchanged = await worlds.ask([], owner, calls);
  const gone = `delete from public.applications where id = '${application}'`;
  without = await worlds.ask([{ by: null, statement: gone }], owner, calls);
});
afterAll(() => worlds?.close());

/** Texts of the person's application and of what the lab wrote about it. */
const SECRETS = [
  'Unmistakable',
  'wryneck',
  'Falconry',
  'Heron over the marsh',
  'Words of theirs',
  'sample-hidden',
];

describe.each(['owner', 'applicant'])(
  'the promise: while an erasure by the %s can be taken back',
  (reason) => {
    const hidden: Action = {
      by: null,
      get statement() {
        return `select private.begin_erasure('${application}', '${reason}', '1 hour')`;
      },
    };

    test('no function and no table shows members the application, what it contains or that it counts', async () => {
      const after = await worlds.ask([hidden], owner, calls);
      const shown = (answers: Answers) =>
        Object.entries(answers).filter(
          // The other test has an owner who takes it back.
          ([call, answer]) =>
            !call.startsWith('review_erase_undo') && SECRETS.some((secret) => answer.includes(secret)),
        );
      expect(new Set(shown(unchanged).map(([call]) => call.replace(/\(.*/s, ''))).size).toBeGreaterThan(10);
      expect(shown(after)).toEqual([]);
      // The access log outlives the application, and deleting one writes an entry.
      const others = (answers: Answers) =>
        Object.fromEntries(
          Object.entries(answers).filter(([call]) => !/^(review_access_log|review_erase)/.test(call)),
        );
      expect(others(after)).toEqual(others(without));
    });

    test('taking it back restores every answer', async () => {
      const back: Action = {
        by: null,
        statement: `select private.end_erasure('${application}', '${reason}')`,
      };
      expect(await worlds.ask([hidden, back], owner, calls)).toEqual(unchanged);
    });
  },
);

/** An application with everything that the lab can do with one, and another one. */
async function prepare(server: TestServer): Promise<void> {
  owner = await makePerson(server, 'amber-owner', 'owner');
  application = await makeApplication(server, 'hidden', {
    name: 'Unmistakable Wryneck',
    sectors: 'Falconry',
    source: 'sample-hidden-source',
  });
  const neighbour = await makeApplication(server, 'birch');
  await server.sql`insert into public.application_evidence (application_id, link, words)
    values (${application}, 'https://wryneck.example', 'Words of theirs')`;
  for (const action of [
    `select public.review_note_add('${application}', 'Heron over the marsh @amber-owner', array['${owner.claims!.sub}']::uuid[])`,
    `select public.review_rate('${application}', 'craft', 4)`,
    `select public.review_reply_add('${application}', 'Words of theirs')`,
    `select public.review_assign('${application}', 1, '${owner.claims!.sub}')`,
    `select public.review_move('${application}', 2, '{in_review}')`,
    `select public.review_tag('${application}', '{"add_tag": "sample"}')`,
    `select public.review_tag('${neighbour}', '{"add_tag": "sample"}')`,
  ])
    await perform(server, owner, action);
  calls = await callsAbout(server, [application, neighbour], [owner, owner]);
}
