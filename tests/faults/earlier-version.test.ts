import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, describe, expect, test } from 'vitest';
import { makeTestFolder } from '../harness/databases/fresh-data.ts';
import { sampleApplication, visitor } from '../harness/applicant.ts';
import { startPostgres } from '../harness/databases/postgres.ts';
import { startServer, type TestServer } from '../harness/servers/server.ts';

const root = join(import.meta.dirname, '../..');

/** The last migration of commit 063496d; the platform's files are the same since. */
const LAST_MIGRATION = '20261120400400';
const PASSWORD = 'a long enough passphrase';

const cleanUps: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

function temporaryFolder(): string {
  const folder = makeTestFolder('solostead-earlier-');
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The project as far as that commit's schema goes. */
function earlierProject(): string {
  const project = temporaryFolder();
  const migrations = join(project, 'supabase/migrations');
  mkdirSync(migrations, { recursive: true });
  const names = readdirSync(join(root, 'supabase/migrations')).filter(
    (name) => name <= `${LAST_MIGRATION}_~`,
  );
  for (const name of names) cpSync(join(root, 'supabase/migrations', name), join(migrations, name));
  return project;
}

const places = {
  'a data directory': async () => ({}),
  'a DATABASE_URL': async () => {
    const postgres = await startPostgres();
    cleanUps.push(() => postgres.stop());
    return { DATABASE_URL: postgres.url() };
  },
};

type Rows = Record<string, Record<string, unknown>[]>;

/** Every table of people, applications and sign-ins, in full; the tally by its sums. */
async function rowsOf(server: TestServer): Promise<Rows> {
  const tables = await server.sql<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname = 'public' or format('%s.%s', schemaname, tablename) in (
       'private.brakes', 'auth.users', 'auth.identities', 'auth.sessions', 'auth.refresh_tokens', 'auth.mfa_factors')
     order by 1`);
  const rows: Rows = {};
  for (const { name } of tables) {
    const found = await server.sql<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${name} t`,
    );
    rows[name] = found.map(({ row }) => row);
  }
  rows['tally'] = await server.sql(
    'select status, source, sum(n)::integer as n from private.counted_applications group by 1, 2 having sum(n) <> 0 order by 1, 2',
  );
  return rows;
}

/** What the earlier rules let in and this version's rules do not: what was sent, and what is kept of it. */
const oddities = [
  { sent: { name: '\u200B\u200B' }, kept: { name: 'No visible name' } },
  { sent: { sectors: '\u200B\u200B' }, kept: { sectors: 'No visible sectors' } },
  {
    sent: { linkedin: 'https://www.linkedin.com/in/jane/details/?a=1' },
    kept: { linkedin: 'https://www.linkedin.com/in/jane' },
  },
];

/** An application as this version keeps it. */
function amended(row: Record<string, unknown>): Record<string, unknown> {
  const odd = oddities.find(({ sent }) =>
    Object.entries(sent).every(([column, value]) => row[column] === value),
  );
  return { ...row, ...odd?.kept };
}

/** Tables that hold something of the lab's work. */
const worked = [
  ...[
    'applications',
    'application_mails',
    'application_events',
    'application_notes',
    'application_note_versions',
  ],
  ...[
    'application_ratings',
    'review_batches',
    'review_batch_items',
    'review_tags',
    'saved_views',
    'user_roles',
  ],
];

/** A lab at work: people, applications in several states, and everything that a review leaves behind. */
async function work(server: TestServer): Promise<{ email: string }> {
  const email = 'owner@sample.example';
  const admin = createClient(server.url, server.secretKey, { auth: { persistSession: false } });
  const { data, error } = await admin.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
  });
  if (error) throw error;
  await server.sql('insert into public.user_roles (user_id, role) values ($1, $2)', [data.user.id, 'admin']);
  for (let number = 0; number < 20; number += 1) {
    const { error: refused } = await visitor(server).apply(
      sampleApplication({ name: `Applicant ${number}` }),
    );
    if (refused) throw refused;
  }
  for (const odd of oddities) {
    const { error: refused } = await visitor(server).apply(sampleApplication(odd.sent));
    if (refused) throw refused;
  }
  await review(server, email);
  await server.sql(`
    insert into public.application_mails (application_id, kind, state, attempts, sent_at, last_error, due_at)
    select a.id, 'confirmation', (array['sent', 'failed', 'dropped', 'due'])[1 + row_number() over (order by a.id) % 4], 2,
           now(), 'once refused', now() + interval '1 day'
      from public.applications a`);
  await server.sql('update private.brakes set per_address = 7, least_milliseconds = 1500');
  await server.sql(
    "update public.mail_templates set body = 'Words of our own, {{name}}.' where status = 'declined'",
  );
  return { email };
}

/** What an owner does in the review, by the same calls that its screens make. */
async function review(server: TestServer, email: string): Promise<void> {
  const owner = createClient(server.url, server.publishableKey, { auth: { persistSession: false } });
  const signedIn = await owner.auth.signInWithPassword({ email, password: PASSWORD });
  if (signedIn.error) throw signedIn.error;
  const ids = await server.sql<{ id: string }>(
    'select id from public.applications order by created_at limit 5',
  );
  const [first, second] = ids.map(({ id }) => id);
  const calls = [
    owner.rpc('review_note_add', { application_id: first, body: 'A first impression' }),
    owner.rpc('review_rate', { application_id: first, criterion: 'craft', score: 4 }),
    owner.rpc('review_move', { application_id: second, seen_version: 1, to_status: 'in_review' }),
    owner.rpc('review_many', { ids: ids.map(({ id }) => id), change: { add_tag: 'promising' } }),
    owner.from('saved_views').insert({ name: 'Mine', query: '?status=submitted', shared: true }),
  ];
  for (const call of calls) {
    const { error } = await call;
    if (error) throw new Error(JSON.stringify(error));
  }
}

/** Templates that were never edited get this version's words; those that were keep theirs. */
const reworded = (rows: Rows[string], kept: Rows[string]): Rows[string] =>
  rows.map((row) => ({
    ...row,
    ...(row['status'] !== 'declined' && {
      body: kept.find(({ status }) => status === row['status'])!['body'],
    }),
  }));

/** The rows in an order of their own, with the columns that `like` has too. */
const inCommon = (rows: Rows[string], [like = {}]: Rows[string]): string[] =>
  rows
    .map((row) => Object.entries(row).filter(([column]) => column in like))
    .map((entries) => JSON.stringify(Object.fromEntries(entries)))
    .toSorted();

describe.each(Object.entries(places))('%s of commit 063496d', (_title, place) => {
  test('starts on this version and keeps every row', async () => {
    const env = await place();
    const dataDir = temporaryFolder();
    const program = [join(root, 'server/src/main.ts'), '--project', earlierProject()];
    const earlier = await startServer({ dataDir, env, program });
    const { email } = await work(earlier);
    const before = await rowsOf(earlier);
    await earlier.stop();

    const server = await startServer({ dataDir, env });
    cleanUps.push(() => server.stop());
    const after = await rowsOf(server);
    expect(before['public.applications']).toHaveLength(20 + oddities.length);
    for (const table of worked) expect([table, before[`public.${table}`]!.length > 0]).toEqual([table, true]);
    before['public.applications'] = before['public.applications']!.map(amended);
    before['public.mail_templates'] = reworded(
      before['public.mail_templates']!,
      after['public.mail_templates']!,
    );
    for (const [table, rows] of Object.entries(before)) {
      const kept = after[table]!;
      expect([table, inCommon(kept, rows)]).toEqual([table, inCommon(rows, kept)]);
    }
    const versions = await server.sql<{ version: string }>(
      'select max(version) as version from supabase_migrations.schema_migrations',
    );
    expect(versions[0]!.version > LAST_MIGRATION).toBe(true);
    await reviewOn(server, email);
  }, 300_000);
});

/** The same person signs in with the same password, finds the list whole and goes on working. */
async function reviewOn(server: TestServer, email: string): Promise<void> {
  const owner = createClient(server.url, server.publishableKey, { auth: { persistSession: false } });
  expect((await owner.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  const list = await owner.rpc('review_list', { page_size: 50 });
  expect(list.error).toBeNull();
  expect((list.data as { rows: unknown[] }).rows).toHaveLength(20 + oddities.length);
  const { error } = await visitor(server).apply(sampleApplication());
  expect(error).toBeNull();
}
