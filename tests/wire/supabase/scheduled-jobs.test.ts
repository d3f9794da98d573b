import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand, startMigratedPostgres } from '../../harness/servers/server.ts';
import type { TestPostgres } from '@solostead/server-testkit/databases/postgres';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startMigratedPostgres();
});
afterAll(() => postgres.stop());

test('jobs --cron prints statements that schedule every job of the list', async () => {
  await postgres.sql(RECORDER);
  await postgres.sql(await runCommand({}, 'jobs', '--cron', 'https://project.supabase.co'));
  const jobs = await postgres.sql<{ name: string; command: string }>('select name, command from cron.job');
  const listed = (await runCommand({}, 'jobs')).trim().split('\n');
  expect(jobs.map(({ name }) => name).sort()).toEqual(listed.map((line) => line.split(' ')[0]).sort());
  const runAll = async () => {
    for (const { command } of jobs) await postgres.sql(command);
  };
  await runAll();
  expect(await postgres.sql('select * from net.request')).toEqual([]);
  await postgres.sql(DUE_MAIL);
  await runAll();
  expect(await postgres.sql('select * from net.request')).toEqual([
    { url: 'https://project.supabase.co/functions/v1/deliver-mails', headers: { apikey: 'sb_secret_1' } },
  ]);
});

/** Records jobs and requests as pg_cron, pg_net and the vault of a Supabase project would take them. */
const RECORDER = `
  create schema cron; create schema net; create schema vault;
  create table cron.job (name text primary key, schedule text, command text);
  create function cron.schedule(text, text, text) returns void language sql
    as 'insert into cron.job values ($1, $2, $3)';
  create table net.request (url text, headers jsonb);
  create function net.http_post(url text, headers jsonb, body jsonb, timeout_milliseconds integer) returns void language sql
    as 'insert into net.request values ($1, $2)';
  create view vault.decrypted_secrets as select 'secret_key' as name, 'sb_secret_1' as decrypted_secret`;

/** An address waiting for the opening. Applications are open, so its mail is due. */
const DUE_MAIL = `insert into private.opening_requests (email, confirmed_at) values ('sample@example.org', now())`;
