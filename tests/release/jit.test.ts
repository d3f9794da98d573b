import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applied, visitor } from '../harness/applicant.ts';
import { confirmedApplicant } from '../harness/applicant-page.ts';
import { postgresWithJit } from '../harness/databases/installed-postgres.ts';
import { startPostgres, type TestPostgres } from '@solostead/server-testkit/databases/postgres';
import { startServer, type TestServer } from '../harness/servers/server.ts';
import { makeMember, type Member } from '../harness/member.ts';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { needs } from '@solostead/server-testkit/needs';

const programs = postgresWithJit();
const folder = newFolder(afterAll);

// Compiling a plan costs some 300 ms of processor time, a thousand times what most of our statements do.
describe(
  'on a PostgreSQL that compiles plans (LLVM)',
  needs(programs !== null, 'no PostgreSQL with LLVM here'),
  () => {
    let postgres: TestPostgres;
    let server: TestServer;
    let owner: Member;

    beforeAll(async () => {
      postgres = await startPostgres({
        programs: programs!,
        log: join(folder, 'postgres.log'),
        settings: [
          'shared_preload_libraries=auto_explain',
          'auto_explain.log_min_duration=0',
          'auto_explain.log_nested_statements=on',
        ],
      });
      server = await startServer({ env: { DATABASE_URL: postgres.url() } });
      owner = await makeMember(server, 'owner@lab.example', 'owner');
    });
    afterAll(async () => {
      await server?.stop();
      await postgres?.stop();
    });

    /** The plans that PostgreSQL logged while `work` ran, each with the statement it belongs to. */
    async function plansOf(work: () => Promise<unknown>): Promise<string[]> {
      const log = () => readFileSync(join(folder, 'postgres.log'), 'utf8');
      const start = log().length;
      await work();
      // The next log line shows that everything before has been written.
      const mark = `end of ${crypto.randomUUID()}`;
      await postgres.sql(`select '${mark}'`);
      await expect.poll(() => log().includes(mark)).toBe(true);
      return log()
        .slice(start)
        .split(/^(?=\d{4}-\d\d-\d\d .*LOG: )/m)
        .filter((entry) => /LOG: {2}duration: [\d.]+ ms {2}plan:\n/.test(entry) && !entry.includes(mark));
    }

    const isCompiled = (plan: string) => /^\tJIT:\n\t {2}Functions: \d+$/m.test(plan);

    test('the log shows which plans were compiled', async () => {
      const count = 'select count(*) from public.applications';
      // The server's own statements are in the log too.
      const compiled = async (settings: string) =>
        (await plansOf(() => postgres.sql(settings + count)))
          .filter((plan) => plan.includes(count))
          .map(isCompiled);
      expect(await compiled('')).toEqual([false]);
      expect(await compiled('set jit_above_cost = 0; ')).toEqual([true]);
    });

    test("nothing of an application's life is compiled", async () => {
      const plans = await plansOf(() => liveThrough(server, owner));
      for (const part of ['mails', 'application_events', 'application_notes'])
        expect(
          plans.filter((plan) => plan.includes(`public.${part}`) || plan.includes(`private.${part}`)),
          part,
        ).not.toEqual([]);
      // The server may still be reading its catalogue after the test before.
      expect(plans.filter((plan) => isCompiled(plan) && !/\bpg_(class|proc)\b/.test(plan))).toEqual([]);
    });
  },
);

/** From the form to the export, by the clients that people use. */
async function liveThrough(server: TestServer, owner: Member): Promise<void> {
  const { row, id } = await confirmedApplicant(server, { name: 'Juniper Sample' });
  expect((await visitor(server).apply(row)).error?.code).toBe('23505');
  const forgotten = await applied(server);
  await review(server, owner, id);
  await server.sql`update public.applications set created_at = created_at - interval '8 days'
    where email = ${forgotten.email}`;
  await server.sql('select public.archive_unconfirmed_applications()');
  await server.sql('select private.queue_unsent_confirmations()');
  for (const filter of [{}, { search: 'juniper' }, { tag: 'coast' }, { status: ['in_review'] }])
    for (const name of ['review_count', 'review_list', 'review_export']) await owner.call(name, { filter });
  const day = new Date().toISOString().slice(0, 10);
  await owner.call('review_numbers', { from_day: day, to_day: day });
  await owner.call('review_updates');
  await owner.call('review_members');
}

async function review(server: TestServer, owner: Member, application_id: string): Promise<void> {
  await owner.open(application_id);
  await owner.move(application_id, 'in_review');
  await owner.call('review_tag', { application_id, change: { add_tag: 'coast' } });
  const { batch_id } = await owner.call<{ batch_id: string }>('review_change_many', {
    filter: { search: 'juniper' },
    change: { status: 'interview' },
  });
  await owner.undo(batch_id);
  const note = await owner.addNote(application_id, 'Good');
  await owner.editNote(note, 'Very good');
  const criterion = await server.value('select key from public.rating_criteria limit 1');
  await owner.call('review_rate', { application_id, criterion, score: 4 });
}
