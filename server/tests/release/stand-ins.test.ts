import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '@solostead/server-testkit/needs';
import { adminOf, databasesOfFile, newFolder, projectWith, startAlone } from '../projects/alone.ts';

const { postgres, newDatabase } = databasesOfFile();

/** An extension with pg_cron's name, which keeps what it is given. */
const extension = {
  'pg_cron.control': "default_version = '1.6'\nrelocatable = false\nschema = pg_catalog\n",
  'pg_cron--1.6.sql': `create schema cron;
create table cron.job (jobid bigserial, jobname text, schedule text, command text);
create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql
  as 'insert into cron.job (jobname, schedule, command) values ($1, $2, $3) returning jobid';`,
};

const findsExtensions = process.env['POSTGRES'] !== 'oldest';
const reason = 'PostgreSQL 15 finds extensions in its own folder alone';

const scheduling = `create extension if not exists pg_cron;
select cron.schedule('nightly', '0 3 * * *', 'select 1');
create function public.jobs() returns setof text language sql security definer set search_path = '' as
  $$ select j.jobname from cron.job j where exists (select from pg_extension where extname = 'pg_cron') $$;`;

test(
  'an extension that PostgreSQL gets later takes the place of its stand-in, with its jobs',
  needs(findsExtensions, reason),
  async () => {
    const project = projectWith({ 'migrations/1_jobs.sql': scheduling });
    const env = await newDatabase();
    const { url } = await startAlone(project, env);
    expect((await adminOf(url).rpc('jobs')).data).toEqual([]);
    await provideExtension(env);
    const creation = 'create extension if not exists pg_cron;';
    writeFileSync(join(project, 'supabase/migrations/2_extension.sql'), creation);
    const again = await startAlone(project, env);
    expect((await adminOf(again.url).rpc('jobs')).data).toEqual(['nightly']);
  },
);

test(
  'an extension is refused while other objects use its stand-in',
  needs(findsExtensions, reason),
  async () => {
    const project = projectWith({
      'migrations/1_view.sql': 'create view public.jobs as select jobname from cron.job;',
    });
    const env = await newDatabase();
    await startAlone(project, env);
    await provideExtension(env);
    writeFileSync(join(project, 'supabase/migrations/2_extension.sql'), 'create extension pg_cron;');
    await expect(startAlone(project, env)).rejects.toThrow(
      /view jobs depends on table cron\.job\)\. Drop that before the extension is created, and create it again after/,
    );
  },
);

test("a project's own schema of such a name is exposed", async () => {
  const tables = `create schema vault; create table vault.items (id int);
grant usage on schema vault to service_role; grant all on vault.items to service_role;`;
  const project = projectWith({
    'config.toml': '[api]\nschemas = ["public", "vault"]',
    'migrations/1_vault.sql': tables,
  });
  const { url } = await startAlone(project, await newDatabase());
  expect((await adminOf(url).schema('vault').from('items').select()).error).toBeNull();
});

/** Makes the extension available to one database. */
async function provideExtension({ DATABASE_URL }: { DATABASE_URL: string }): Promise<void> {
  const folder = newFolder();
  mkdirSync(join(folder, 'extension'));
  for (const [name, text] of Object.entries(extension)) writeFileSync(join(folder, 'extension', name), text);
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755);
  const database = new URL(DATABASE_URL).pathname.slice(1);
  await postgres().sql(`alter database ${database} set extension_control_path = '${folder}:$system'`);
}
