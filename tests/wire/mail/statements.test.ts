import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newDataFolder } from '@solostead/server-testkit/new-folder';
import { manyApplied, visitor } from '../../harness/applicant.ts';
import { putMigratedData, startServer } from '../../harness/servers/server.ts';

const APPLICANTS = 20;

test('a confirmation mail takes at most three statements, and a run of the schedule two', async () => {
  const dataDir = newDataFolder();
  await putMigratedData(dataDir);
  appendFileSync(
    join(dataDir, 'postgres/postgresql.auto.conf'),
    `shared_preload_libraries = 'pg_stat_statements'\npg_stat_statements.track_utility = off\n`,
  );
  const server = await startServer({ dataDir });
  onTestFinished(() => server.stop());
  await server.sql('create extension pg_stat_statements');
  const page = visitor(server);
  const emails = await manyApplied(server, APPLICANTS);
  await server.sql('select pg_stat_statements_reset()');
  const sent = () => server.sql(`select from public.applications where confirmation_mail = 'sent'`);
  for (let asked = 0; asked < APPLICANTS; asked += 5) {
    const asking = emails.slice(asked, asked + 5).map(page.askForMail);
    await server.sql(`select pg_notify('mails', '')`);
    await Promise.all(asking);
    await expect.poll(sent).toHaveLength(asked + 5);
  }
  // All statements about mails, without this file's, the settings that the server sends with each request and its watch
  // over the mail server.
  const calls = await server.sql<{ name: string | null; calls: number }>`
    select substring(query from 'ask_for_confirmation_mail|exchange_messages|queue_mails') as name,
           sum(calls)::integer as calls
      from pg_stat_statements
     where query ~ 'mail|message|claim|lab_terms' and query !~ '^select set_config|pg_stat_statements|pg_notify|confirmation_mail = |mail_server_state'
     group by 1 order by 1`;
  expect(calls).toMatchObject([
    { name: 'ask_for_confirmation_mail', calls: APPLICANTS },
    { name: 'exchange_messages' },
    { name: 'queue_mails' },
  ]);
  // A run of the schedule asks for what is due, and claims once more. How many there are depends on the machine.
  const runs = calls.find(({ name }) => name === 'queue_mails')!.calls;
  expect(calls.reduce((sum, one) => sum + one.calls, 0)).toBeLessThanOrEqual(3 * APPLICANTS + 2 * runs);
});
