import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newDataFolder } from '@solostead/server-testkit/new-folder';
import { manyApplied, visitor } from '../../harness/applicant.ts';
import { makeMember } from '../../harness/member.ts';
import { putMigratedData, startServer } from '../../harness/servers/server.ts';
import { startHooks } from '../../harness/webhooks/hooks.ts';

const APPLICANTS = 20;

/** Starts a server that counts its statements. */
async function startCounting(env: Readonly<Record<string, string>> = {}) {
  const dataDir = newDataFolder();
  await putMigratedData(dataDir);
  appendFileSync(
    join(dataDir, 'postgres/postgresql.auto.conf'),
    `shared_preload_libraries = 'pg_stat_statements'\npg_stat_statements.track_utility = off\n`,
  );
  const server = await startServer({ dataDir, env });
  onTestFinished(() => server.stop());
  await server.sql('create extension pg_stat_statements');
  return server;
}

test('a confirmation mail takes at most three statements, including the schedule', async () => {
  const server = await startCounting();
  const page = visitor(server);
  const emails = await manyApplied(server, APPLICANTS);
  await server.sql('select pg_stat_statements_reset()');
  const sent = () => server.sql(`select from public.applications where confirmation_mail = 'sent'`);
  for (let requests = 0; requests < APPLICANTS; requests += 5) {
    const asking = emails.slice(requests, requests + 5).map(page.askForMail);
    await server.sql(`select pg_notify('mails', '')`);
    await Promise.all(asking);
    await expect.poll(sent).toHaveLength(requests + 5);
  }
  // All statements about mails, without this file's, the settings that the server sends with each request and its watch
  // over the mail server.
  const calls = await server.sql<{ name: string | null; calls: number }>`
    select substring(query from 'request_confirmation_mail|exchange_messages|queue_mails') as name,
           sum(calls)::integer as calls
      from pg_stat_statements
     where query ~ 'mail|message|claim|lab_terms' and query !~ '^select set_config|pg_stat_statements|pg_notify|confirmation_mail = |mail_server_state'
     group by 1 order by 1`;
  expect(calls).toMatchObject([
    { name: 'exchange_messages' },
    { name: 'queue_mails' },
    { name: 'request_confirmation_mail', calls: APPLICANTS },
  ]);
  // A run of the schedule asks for what is due, and claims once more. How many there are depends on the machine.
  const runs = calls.find(({ name }) => name === 'queue_mails')!.calls;
  expect(calls.reduce((sum, one) => sum + one.calls, 0)).toBeLessThanOrEqual(3 * APPLICANTS + 2 * runs);
});

test('a message to a webhook takes at most two statements, including the schedule', async () => {
  const hooks = await startHooks();
  onTestFinished(hooks.stop);
  const server = await startCounting(hooks.env);
  const owner = await makeMember(server, 'owner@lab.example', 'owner');
  const address = { kind: 'webhook', url: `${hooks.url}/counted`, events: ['application.erased'] };
  const { id } = await owner.call<{ id: string }>('review_webhook_add', address);
  await server.sql('select pg_stat_statements_reset()');
  await server.sql`insert into private.messages (kind, webhook_id, payload)
    select 'webhook', ${id}, '{"event": "application.erased"}' from generate_series(1, 20)`;
  await server.sql(`select pg_notify('webhooks', '')`);
  const sent = () =>
    server.sql(`select from private.messages where webhook_id is not null and state = 'sent'`);
  await expect.poll(sent).toHaveLength(20);
  const calls = await server.value<number>`select sum(calls)::integer from pg_stat_statements
    where query ~ 'exchange_messages|seconds_to_next_message'`;
  expect(calls).toBeLessThanOrEqual(2 * 20);
});
