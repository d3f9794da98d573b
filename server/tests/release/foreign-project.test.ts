import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasTools, supabaseCli } from '@solostead/server-testkit/tools';
import { needs } from '@solostead/server-testkit/needs';
import {
  clientOf,
  commandWith,
  databasesOfFile,
  fixture,
  newFolder,
  projectWith,
  startAlone,
} from '../projects/alone.ts';

const { newDatabase } = databasesOfFile();

describe(
  'server/ alone on a project of `supabase init`',
  needs(hasTools, 'no Supabase CLI for this machine'),
  () => {
    let server: Awaited<ReturnType<typeof startAlone>>;
    let ada: SupabaseClient;
    beforeAll(async () => {
      server = await startAlone(await foreignProject(), await newDatabase());
      ada = clientOf(server.url);
    });

    test('a person signs up and has a session at once, as the project configures', async () => {
      const { data, error } = await ada.auth.signUp({ email: 'ada@example.org', password: 'long enough 1' });
      expect(error).toBeNull();
      expect(data.session?.user.email).toBe('ada@example.org');
      expect((await ada.auth.refreshSession()).error).toBeNull();
    });

    test("a notice carries the project's name and no other", async () => {
      const eve = clientOf(server.url);
      await eve.auth.signUp({ email: 'eve@example.org', password: 'long enough 3' });
      expect((await eve.auth.updateUser({ password: 'long enough 4' })).error).toBeNull();
      const outbox = join(server.project, '.data/outbox');
      const captured = () =>
        (existsSync(outbox) ? readdirSync(outbox) : [])
          .map((file) => readFileSync(join(outbox, file), 'utf8').replaceAll(/=\r\n/g, ''))
          .join('');
      const name = basename(server.project).replace(/^./, (letter) => letter.toUpperCase());
      await expect.poll(captured).toContain(`The password of your account at ${name} was changed`);
      expect(captured()).not.toMatch(/solostead/i);
    });

    test('a service that this server lacks is not found, in JSON that a page may read', async () => {
      const { error } = await ada.storage.listBuckets();
      expect(error).toMatchObject({ status: 404, message: 'There is nothing at GET /storage/v1/bucket' });
    });

    test('nothing of the lab exists', async () => {
      expect((await fetch(`${server.url}/join`, { method: 'POST' })).status).toBe(405);
      const { error } = await ada.from('applications').select();
      expect(error?.code).toBe('PGRST205');
    });

    test('missing features are named in one line at start, with a workaround', () => {
      const [line, ...more] = server.log.filter(({ features }) => features);
      const names = (line!['features'] as string[]).map((feature) => feature.split(': ')[0]);
      expect(names).toEqual(['realtime', 'storage', 'studio', 'local_smtp', 'analytics']);
      expect(more).toEqual([]);
    });

    test('links in mails lead to the server, and from there to the app', async () => {
      const ended = await fetch(`${server.url}/auth/v1/authorize?provider=github`, { redirect: 'manual' });
      expect(ended.status).toBe(400);
      const { data } = await ada.auth.getSession();
      const [, payload] = data.session!.access_token.split('.');
      const { iss } = JSON.parse(Buffer.from(payload!, 'base64url').toString());
      expect(iss).toBe(`${server.url}/auth/v1`);
    });

    test('a function that only Deno runs answers 503 with a sentence, and the others work', async () => {
      const { error } = await ada.functions.invoke('for-deno');
      expect(error.context.status).toBe(503);
      expect(await error.context.json()).toEqual({
        code: 'BOOT_ERROR',
        message: expect.stringContaining(
          'supabase/functions/for-deno/index.ts uses Deno.serve, which only Deno has: ',
        ),
      });
      await expect
        .poll(() => server.log.filter(({ msg }) => String(msg).includes('for-deno')))
        .toHaveLength(1);
    });
  },
);

test('a migration that needs an extension which PostgreSQL does not have is refused in one line', async () => {
  const project = projectWith({ 'migrations/20260101000000_vectors.sql': 'create extension vector;' });
  await expect(startAlone(project, await newDatabase())).rejects.toThrow(
    /^supabase\/migrations\/20260101000000_vectors\.sql needs the extension vector, which this PostgreSQL does not have\.\n$/,
  );
});

test('a project can disable migrations and functions, and grants for new tables', async () => {
  const project = projectWith({
    'config.toml': `[db.migrations]
enabled = false
[db.seed]
sql_paths = ["./tables.sql", "./seeds/*.sql"]
[api]
auto_expose_new_tables = false
[edge_runtime]
enabled = false`,
    'migrations/20260101000000_broken.sql': 'create table todos (',
    'tables.sql': 'create table public.lists (name text);',
  });
  cpSync(join(fixture, 'supabase/functions'), join(project, 'supabase/functions'), { recursive: true });
  const { url, log } = await startAlone(project);
  expect(log.map(({ msg }) => msg)).toContain(
    'No file matches ./seeds/*.sql, a path of [db.seed] sql_paths in supabase/config.toml.',
  );
  expect((await clientOf(url).from('lists').select()).error?.code).toBe('42501');
  expect((await clientOf(url).functions.invoke('hello')).error.context.status).toBe(404);
});

test('a folder without supabase/ is named in a warning', async () => {
  const project = newFolder();
  const { log } = await startAlone(project, await newDatabase());
  expect(log.map(({ msg }) => msg)).toContain(
    `${project}/supabase does not exist: start the server in the folder of your project.`,
  );
});

describe('a project of a dump', () => {
  const sequence = 'create sequence public.numbers;';
  const tables = `create table parts (id int, kind text, primary key (id, kind)) partition by list (kind);
create table parts_a partition of parts for values in ('a');
create table parts_b partition of parts for values in ('b');
create table uses (id int, kind text, foreign key (id, kind) references parts);
create table notes as select 9 as id, 'a'::text as kind;
alter table notes add foreign key (id, kind) references parts not valid;
create materialized view totals as select count(*)::int from uses;
create materialized view shares as select 1 / (2 - count(*)) as share from parts with no data;`;
  const dump =
    `select pg_catalog.set_config('search_path', '', false); create table public.items (name text);` +
    'create extension if not exists "pg_graphql" with schema "graphql";' +
    'create function public.two() returns int language sql begin atomic select 1; select 2; end;';
  let server: Awaited<ReturnType<typeof startAlone>>;
  beforeAll(async () => {
    server = await startAlone(
      projectWith({
        'migrations/1_dump.sql': dump + sequence,
        'migrations/2_tables.sql': tables,
        'migrations/create_more.sql': 'create table more (name text);',
        'seed.sql': `insert into items values ('first'); insert into parts values (1, 'a'), (2, 'b');
insert into uses values (1, 'a'); refresh materialized view totals;`,
      }),
    );
  });

  test("ends the dump's settings with its file, and skips a file without a timestamp with a warning", async () => {
    const { url, log } = server;
    expect((await clientOf(url).from('items').select()).data).toEqual([{ name: 'first' }]);
    expect((await clientOf(url).rpc('two')).data).toBe(2);
    expect(log.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining([
        'supabase/migrations/1_dump.sql creates pg_graphql, which this PostgreSQL does not have: it is skipped.',
        'supabase/migrations/create_more.sql is skipped: its name must be TIMESTAMP_NAME.sql.',
      ]),
    );
  });

  test('is restored from a backup with foreign keys to partitions or not validated, and with materialized views', async () => {
    const file = join(server.project, 'all.backup');
    await commandWith(server, 'backup', file);
    const copy = projectWith({ 'migrations/1_dump.sql': dump, 'migrations/2_tables.sql': tables });
    const unlike = { project: copy, env: await newDatabase() };
    await expect(commandWith(unlike, 'restore', file)).rejects.toMatchObject({
      stderr: `${file} holds the sequence "public"."numbers", which no migration makes: add one that does, then restore.\n`,
    });
    writeFileSync(join(copy, 'supabase/migrations/1_dump.sql'), dump + sequence);
    const target = { project: copy, env: await newDatabase() };
    expect(await commandWith(target, 'restore', file)).toMatch(
      /every table's hash agrees\.\nRefresh these .*: shares \(division by zero\)\.$/m,
    );
    const { url } = await startAlone(copy, target.env);
    expect((await clientOf(url).from('totals').select()).data).toEqual([{ count: 1 }]);
  });
});

/** Creates another team's project with `supabase init`, a migration, a seed and two functions. */
async function foreignProject(): Promise<string> {
  const project = newFolder();
  const env = { ...process.env, DO_NOT_TRACK: '1' };
  const args = ['init', '--workdir', project, '--yes'];
  await promisify(execFile)(await supabaseCli(), args, { cwd: project, env });
  cpSync(fixture, project, { recursive: true });
  mkdirSync(join(project, 'supabase/functions/for-deno'));
  const code = "Deno.serve(() => new Response('hello'));";
  writeFileSync(join(project, 'supabase/functions/for-deno/index.ts'), code);
  return project;
}
