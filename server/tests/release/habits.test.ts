import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { adminOf, clientOf, commandWith, databasesOfFile, newFolder, startAlone } from '../projects/alone.ts';

const { newDatabase } = databasesOfFile();

const habits = join(import.meta.dirname, '../fixtures/habits');

/** Starts an unchanged copy of a sample project. */
async function startHabit(name: string) {
  const project = newFolder();
  cpSync(join(habits, name), project, { recursive: true });
  // Only an embedded database gets seeds.
  const isSeeded = existsSync(join(project, 'supabase/seed.sql'));
  const server = await startAlone(project, isSeeded ? {} : await newDatabase());
  const messages = server.log.filter(({ level }) => level === 'warn' || level === 40).map(({ msg }) => msg);
  return { ...server, messages, client: clientOf(server.url), admin: adminOf(server.url) };
}

const lacks = (names: string) =>
  `The project names ${names}, which this server lacks: the tables accept rows, and functions that need the service refuse when they are called.`;
const skips = (file: string, extension: string) =>
  `supabase/migrations/${file} creates ${extension}, which this PostgreSQL does not have: it is skipped.`;

/** Schemas of stand-ins that no client may reach. */
async function expectHidden(client: SupabaseClient, schema: string, table: string) {
  const { error } = await client.schema(schema).from(table).select();
  expect(['PGRST106', 'PGRST205']).toContain(error?.code);
}

describe('a project of common habits starts unchanged', () => {
  test('with profiles made at sign-up and a bucket of avatars', async () => {
    const { client, admin, messages } = await startHabit('profiles');
    expect(messages).toContain(lacks('storage'));
    const account = { email: 'ada@example.org', password: 'a passphrase of ada' };
    const { error } = await client.auth.signUp({ ...account, options: { data: { username: 'ada' } } });
    expect(error).toBeNull();
    expect((await client.from('profiles').select('username')).data).toEqual([{ username: 'ada' }]);
    await expectHidden(admin, 'storage', 'buckets');
  });

  test('with policies and triggers on objects in storage, and comes back from a backup without them', async () => {
    const server = await startHabit('documents');
    const { data } = await server.admin.from('documents').select('title');
    expect(data).toEqual([{ title: 'report.PDF' }]);
    const file = join(server.project, 'all.backup');
    await commandWith(server, 'backup', file);
    const copy = newFolder();
    cpSync(join(habits, 'documents'), copy, { recursive: true });
    expect(await commandWith({ project: copy, env: {} }, 'restore', file)).toMatch(
      /every table's hash agrees/,
    );
    const restored = await startAlone(copy);
    const { data: stored } = await adminOf(restored.url).from('documents').select('title');
    expect(stored).toEqual([{ title: 'report.PDF' }]);
  });

  test('with a publication and private channels', async () => {
    const { admin, messages } = await startHabit('chat');
    expect(messages).toContain(lacks('realtime'));
    expect((await admin.from('messages').insert({ room: 'a', body: 'hello' })).error).toBeNull();
    await expectHidden(admin, 'realtime', 'messages');
  });

  test('with jobs of pg_cron', async () => {
    const { admin, messages } = await startHabit('reports');
    expect(messages).toEqual(
      expect.arrayContaining([
        lacks('cron'),
        skips('20260101000000_reports.sql', 'pg_cron'),
        skips('20260102000000_block.sql', 'pg_cron'),
        'cron.schedule stores jobs which nothing runs, because this PostgreSQL lacks pg_cron.',
      ]),
    );
    expect(messages.filter((message) => String(message).startsWith('cron.schedule'))).toHaveLength(1);
    expect((await admin.rpc('jobs')).data).toEqual(['nightly']);
  });

  test('with secrets of the vault, and refuses encryption at the call', async () => {
    const { admin, messages } = await startHabit('secrets');
    expect(messages).toContain(lacks('vault, pgsodium'));
    expect((await admin.rpc('has_secret')).data).toBe(true);
    expect((await admin.rpc('encrypt')).error).toMatchObject({
      code: '0A000',
      message: 'Encryption needs pgsodium, which this PostgreSQL does not have.',
    });
  });

  test('with webhooks of its tables', async () => {
    const { admin, messages, log } = await startHabit('hooks');
    expect(messages).toContain(lacks('vault, net, supabase_functions'));
    for (const total of [5, 6]) expect((await admin.from('orders').insert({ total })).error).toBeNull();
    const warnings = () =>
      log.filter(({ msg }) => String(msg).startsWith('net.')).map(({ msg, level }) => [level, msg]);
    const sentence =
      'net.http_post stores requests which nothing sends, because this PostgreSQL lacks pg_net.';
    await expect.poll(warnings).toEqual([[40, sentence]]);
    expect((await admin.rpc('requests')).data).toEqual([
      ...[1, 2].flatMap(() => [
        { method: 'POST', url: 'https://hooks.example.org/orders' },
        { method: 'POST', url: 'http://host.docker.internal:54321/functions/v1/order' },
      ]),
    ]);
  });

  test('with extensions, whose functions work', async () => {
    const { admin } = await startHabit('extensions');
    const { data, error } = await admin.from('people').insert({ email: 'Ada@Example.org' }).select().single();
    expect(error).toBeNull();
    expect(data).toMatchObject({ token: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect((await admin.rpc('signed')).data).toMatch(/^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]{43}$/);
  });

  test('with a provider whose variables are not set, which is off', async () => {
    const { url, messages, client } = await startHabit('providers');
    expect(messages.filter((message) => String(message).includes('not set'))).toEqual([
      'auth.external.github in supabase/config.toml is off, because HABITS_GITHUB_ID and HABITS_GITHUB_SECRET are not set.',
    ]);
    const settings = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: 'x' } }).then((r) =>
      r.json(),
    );
    expect(settings.external?.github ?? false).toBe(false);
    expect((await client.from('links').select()).error).toBeNull();
  });

  test('with the rows of a dump in its seed', async () => {
    const { admin } = await startHabit('library');
    expect((await admin.from('books').select().order('id')).data).toEqual([
      { id: 1, title: "It's; a title", notes: null },
      { id: 2, title: 'Tabs\tand \\ signs', notes: '$$ -- no comment' },
    ]);
    expect((await admin.from('loans').select()).data).toEqual([{ book_id: 1, 'lent to': 'Ada, Sample' }]);
  });

  test('with people of a seed, who sign in', async () => {
    const { admin, client } = await startHabit('people');
    const account = { email: 'ada@example.org', password: 'a passphrase of ada' };
    expect((await client.auth.signInWithPassword(account)).error).toBeNull();
    expect((await admin.from('people').select('picture')).data).toEqual([{ picture: null }]);
  });

  test("with grants to Supabase's roles", async () => {
    const { admin, client } = await startHabit('grants');
    expect((await admin.from('teams').insert({ id: 1, name: 'a' })).error).toBeNull();
    expect((await client.from('teams').select()).error).toBeNull();
  });

  test('with a baseline of `supabase db pull`', async () => {
    const { admin, client, messages } = await startHabit('baseline');
    expect(messages).toContain(lacks('storage, vault, cron, net, supabase_functions, graphql'));
    expect((await admin.from('days').insert({ mood: 'bad' })).error).toBeNull();
    expect((await client.rpc('moods')).data).toBe(1);
  });
});
