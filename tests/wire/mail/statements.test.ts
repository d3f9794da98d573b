import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkedId, sampleApplication, visitor } from '../../harness/applicant.ts';
import { makeTestFolder } from '../../../server/tests/harness/databases/fresh-data.ts';
import { startServer, type TestServer } from '../../harness/servers/server.ts';
let server: TestServer;

beforeAll(async () => {
  const env = { MAIL_TO_LAB: 'lab@sample.example' };
  server = await startServer({ dataDir, env });
  await server.sql(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
  await server.stop();
  server = await startServer({ dataDir, env });
  await server.sql('create extension pg_stat_statements');
  await server.sql('alter system set pg_stat_statements.track_utility = off');
  await server.sql('select pg_reload_conf()');
});
afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a confirmation mail takes at most three statements, including the schedule', async () => {
  const page = visitor(server);
  const emails: string[] = [];
  for (let made = 0; made < APPLICANTS; made += 1) {
    const row = sampleApplication();
    expect((await page.apply(row)).error).toBeNull();
    emails.push(row.email);
  }
  await forget();
  for (let asked = 0; asked < APPLICANTS; asked += 5) {
    const asking = emails.slice(asked, asked + 5).map((email) => page.askForMail(email));
    await wakeSchedule();
    await Promise.all(asking);
    await sent(asked + 5);
  }
  const counts = await statements();
  expect(counts).toEqual({
    ask_for_confirmation_mail: APPLICANTS,
    queue_mails: expect.any(Number),
    record_and_claim_mails: expect.any(Number),
  });
  expect(total(counts)).toBeLessThanOrEqual(3 * APPLICANTS);
});

test('the mails after a confirmation are written from the result of the claim', async () => {
  const page = visitor(server);
  const before = (await server.mails()).length;
  await forget();
  await page.confirm(linkedId((await server.mails()).at(-1)!.text));
  await expect.poll(async () => (await server.mails()).length).toBe(before + 2);
  const counts = await statements();
  expect(Object.keys(counts).toSorted()).toEqual(['confirm_email', 'queue_mails', 'record_and_claim_mails']);
});

const APPLICANTS = 20;
const functions = ['ask_for_confirmation_mail', 'confirm_email', 'queue_mails', 'record_and_claim_mails'];

const dataDir = makeTestFolder('solostead-statements-');

/**
 * Returns how often each statement about mails ran since the last reset, by the function it calls. It excludes this
 * file's own, and settings and checks that the server sends with every request or new connection.
 */
async function statements(): Promise<Record<string, number>> {
  const rows = await server.sql<{ query: string; calls: number }>`
    select query, sum(calls)::integer as calls from pg_stat_statements
      where query ~ 'mail|claim|lab_terms' and query !~ '^select set_config|pg_stat_statements|pg_notify|confirmation_mail = '
      group by query`;
  const counts: Record<string, number> = {};
  for (const { query, calls } of rows) {
    const name = functions.find((one) => query.includes(one)) ?? query;
    counts[name] = (counts[name] ?? 0) + calls;
  }
  return counts;
}
const forget = () => server.sql('select pg_stat_statements_reset()');
const wakeSchedule = () => server.sql(`select pg_notify('mails', '')`);
const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, one) => sum + one, 0);

/** Resolves when this many confirmation mails were recorded as sent. */
const sent = (count: number) =>
  expect
    .poll(() => server.sql(`select from public.applications where confirmation_mail = 'sent'`))
    .toHaveLength(count);
