import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { wholeSchema } from '../../../bench/peers/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, startServer } from '../../harness/servers/server.ts';
import { openHanded } from '../permissions/two-databases.ts';
import { type Catalogue, readCatalogue } from './catalogue.ts';

const root = join(import.meta.dirname, '../../..');
const platform = join(root, 'server/src/database/platform');
const migrations = join(root, 'supabase/migrations');
const schemas = join(root, 'supabase/schemas');

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

function connection(database: string): pg.Client {
  const url = new URL(server.databaseUrl);
  url.pathname = `/${database}`;
  return new pg.Client(url.href);
}

/** A new database beside the server's, from the SQL files of `folders`, one transaction a file. */
async function makeDatabase(name: string, isLikeSupabase: boolean, ...folders: string[]): Promise<pg.Client> {
  await server.sql(`create database ${name}`);
  const client = connection(name);
  await client.connect();
  if (isLikeSupabase) await openHanded(client);
  for (const folder of folders) {
    for (const file of sqlFiles(folder)) {
      const text = readFileSync(join(folder, file), 'utf8');
      await client.query(`begin;\n${text};\ncommit`).catch((error: Error) => {
        throw new Error(`${file}: ${error.message}`, { cause: error });
      });
    }
  }
  return client;
}

const sqlFiles = (folder: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();

describe.each([
  ['as the server makes it', false],
  ["with Supabase's default privileges", true],
] as const)('a database %s', (_title, isLikeSupabase) => {
  let migrated: pg.Client;
  let declared: pg.Client;
  let expected: Catalogue;
  const suffix = isLikeSupabase ? 'like_supabase' : 'like_ours';

  beforeAll(async () => {
    declared = await makeDatabase(`declared_${suffix}`, isLikeSupabase, platform, schemas);
    if (isLikeSupabase) {
      migrated = await makeDatabase(`migrated_${suffix}`, isLikeSupabase, platform, migrations);
    } else {
      migrated = new pg.Client(server.databaseUrl);
      await migrated.connect();
    }
    expected = await readCatalogue(migrated);
  });
  afterAll(async () => {
    await declared?.end();
    await migrated?.end();
  });

  test('is the same from schemas/ as from migrations/', async () => {
    const found = await readCatalogue(declared);
    for (const [part, definitions] of Object.entries(expected))
      expect([part, found[part]]).toEqual([part, definitions]);
  });

  test.each([
    ['tables', 'a right on a table', 'grant select on public.applications to anon'],
    ['columns', 'a right on one column', 'grant update (tags) on public.applications to authenticated'],
    ['functions', 'a right on a function', 'grant execute on function public.review_delete(uuid) to anon'],
    [
      'sequences',
      'a right on a sequence',
      'grant usage on public.application_events_id_seq to authenticated',
    ],
    ['schemas', 'a right on a schema', 'grant usage on schema private to anon'],
    ['functions', 'one letter of a body', changeBody('private.trimmed(text)', 'btrim(value', 'ltrim(value')],
    [
      'functions',
      "a function's setting",
      'alter function private.receive_application() reset enable_seqscan',
    ],
    ['functions', "a function's security", 'alter function public.is_admin() security invoker'],
    ['functions', "a function's volatility", 'alter function private.trimmed(text) stable'],
    [
      'policies',
      "a policy's condition",
      'alter policy "admins read the templates" on public.mail_templates using (true)',
    ],
    [
      'policies',
      "a policy's roles",
      'alter policy "admins read the templates" on public.mail_templates to anon',
    ],
    ['policies', 'a missing policy', 'drop policy "anyone may apply" on public.applications'],
    ['tables', 'row-level security', 'alter table public.review_tags disable row level security'],
    ['columns', 'a new column', 'alter table public.applications add column note text'],
    [
      'columns',
      "a column's default",
      "alter table public.applications alter column source set default 'web'",
    ],
    ['columns', "a column's type", 'alter table public.application_mails alter column attempts type integer'],
    [
      'columns',
      "a column's null",
      'alter table public.application_mails alter column attempts drop not null',
    ],
    [
      'constraints',
      'a constraint',
      'alter table public.applications drop constraint applications_tags_check',
    ],
    ['indexes', 'an index', 'drop index public.applications_rating_idx'],
    ['triggers', 'a trigger', 'drop trigger receive_application on public.applications'],
    ['triggers', 'a trigger at rest', 'alter table public.applications disable trigger receive_application'],
    ['tables', 'a view', 'alter view private.counted_applications set (security_invoker = false)'],
    ['tables', "a table's settings", 'alter table public.applications reset (autovacuum_analyze_threshold)'],
    ['rows', 'a row', "update public.mail_templates set subject = 'Hello' where status = 'accepted'"],
    ['rows', 'a missing row', "delete from public.rating_criteria where key = 'craft'"],
  ])('has its %s compared: %s', async (part, _what, change) => {
    await declared.query('begin');
    try {
      await declared.query(change);
      const found = await readCatalogue(declared);
      expect(found[part]).not.toEqual(expected[part]);
    } finally {
      await declared.query('rollback');
    }
  });
});

/** A statement that defines a function anew with a part of its text replaced. */
function changeBody(name: string, from: string, to: string): string {
  const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
  return `do $change$ declare text text := pg_get_functiondef('${name}'::regprocedure); begin
    assert strpos(text, ${literal(from)}) > 0;
    execute replace(text, ${literal(from)}, ${literal(to)});
  end $change$`;
}

describe('the files of schemas/', () => {
  const made = sqlFiles(schemas).flatMap((file) =>
    [
      ...readFileSync(join(schemas, file), 'utf8').matchAll(
        /^create (?:or replace )?(table|view|function|trigger|policy) ("[^"]+"|[\w.]+)/gm,
      ),
    ].map(([, kind, name]) => `${kind} ${name}`),
  );

  test('define each thing once', () => {
    expect(made.filter((name, at) => made.indexOf(name) !== at)).toEqual([]);
    expect(made.length).toBeGreaterThan(100);
  });

  test('change nothing that they made', () => {
    const changes = sqlFiles(schemas).flatMap((file) =>
      (
        readFileSync(join(schemas, file), 'utf8').match(
          /^(create or replace|drop|alter (?!table \S+ (enable row|set))).*/gm,
        ) ?? []
      ).map((line) => `${file}: ${line}`),
    );
    expect(changes).toEqual([]);
  });
});

test('the table that the benchmark sets beside a peer is made in an empty database, with the rules of applications', async () => {
  const empty = await makeDatabase('beside_a_peer', false);
  try {
    await empty.query(wholeSchema());
    const applied = empty.query(
      `insert into public.applications (name, email, sectors, q1, q2, q3, q4, q5, q6, q7)
       values ('Sample', 'no address', 'tools', true, true, true, true, true, true, true)`,
    );
    await expect(applied).rejects.toMatchObject({ constraint: 'applications_email_check' });
  } finally {
    await empty.end();
  }
});
