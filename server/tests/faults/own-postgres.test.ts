import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { numberedNote, submitNote } from '@solostead/server-testkit/notes';
import {
  CLUSTER_PASSWORD,
  startPostgres,
  type TestPostgres,
} from '@solostead/server-testkit/databases/postgres';
import {
  refusedStart,
  runCommand,
  startServer,
  type TestServer,
} from '@solostead/server-testkit/servers/server';
import { postJson } from '@solostead/server-testkit/network/post-json';

beforeAll(prepare);
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});
afterAll(() => postgres?.stop());

describe('your own PostgreSQL, over TCP with a password', () => {
  test('is migrated once by two that start at once, and supports every feature with an ordinary role', async () => {
    const url = postgres.url('modest', 'modest');
    const [server, other] = await Promise.all([start(url), start(url)]);
    const migrated = [server, other].map(
      ({ log }) => log.find(({ msg }) => msg === 'ready')!['sqlFilesApplied'],
    );
    expect(migrated.toSorted()).toEqual([0, expect.any(Number)]);
    const email = 'ordinary@sample.example';
    const { password } = await server.addUser(email);
    const signIn = await postJson(server, '/auth/v1/token?grant_type=password', { email, password });
    const { access_token } = (await signIn.json()) as { access_token: string };
    const headers = { apikey: server.publishableKey, authorization: `Bearer ${access_token}` };
    const user = await fetch(`${server.url}/auth/v1/user`, { headers });
    expect(((await user.json()) as { email: string }).email).toBe(email);
    for (const status of [201, 409])
      expect((await submitNote(server, numberedNote('ordinary'))).status).toBe(status);
    const read = await fetch(`${server.url}/rest/v1/notes?select=email`, {
      headers: { apikey: server.publishableKey },
    });
    expect(read.status).toBe(401);
  });

  test('restores a backup of the embedded one with all rows, also as an ordinary role', async () => {
    const embedded = await startServer();
    running.push(embedded);
    await submitNote(embedded, numberedNote('moved'));
    const file = join(embedded.dataDir, 'moving.backup');
    await embedded.command('backup', file);
    await postgres.sql('create database landed owner modest');
    const env = { ...embedded.env, DATABASE_URL: postgres.url('landed', 'modest') };
    const refused = await runCommand(env, 'restore', file).catch((error: { stderr: string }) => error.stderr);
    expect(refused).toMatch(/run "grant set on parameter session_replication_role to modest;", then restore/);
    await postgres.sql(/"(.+);"/.exec(refused)![1]!);
    // Nothing was made, so the same database takes the backup now.
    expect(await runCommand(env, 'restore', file)).toMatch(/every table's hash agrees/);
    const moved = await start(postgres.url('landed', 'modest'));
    expect(await moved.sql('select email from public.notes')).toEqual([
      { email: numberedNote('moved').email },
    ]);
  });
});

test('a restore that fails leaves nothing in DATA_DIR, and can be repeated in a database, before and after its rows are loaded', async () => {
  const embedded = await startServer();
  running.push(embedded);
  const [good, bad] = [join(embedded.dataDir, 'good.backup'), join(embedded.dataDir, 'bad.backup')];
  await embedded.command('backup', good);
  writeFileSync(bad, withBadRows(readFileSync(good)));
  const refused = { code: 1, stderr: expect.stringContaining('invalid input syntax') };
  const dataDir = join(embedded.dataDir, 'never-filled');
  await expect(runCommand({ ...embedded.env, DATA_DIR: dataDir }, 'restore', bad)).rejects.toMatchObject(
    refused,
  );
  expect(existsSync(dataDir)).toBe(false);

  await postgres.sql('create database repeated');
  const env = { ...embedded.env, DATA_DIR: dataDir, DATABASE_URL: postgres.url('repeated') };
  const keys = join(dataDir, 'keys.json');
  mkdirSync(keys, { recursive: true });
  for (const [file, fault] of [
    [bad, refused],
    [good, { code: 1, stderr: expect.stringContaining(keys) }],
  ] as const) {
    await expect(runCommand(env, 'restore', file)).rejects.toMatchObject(fault);
    expect(await refusal(env.DATABASE_URL)).toMatch(
      /^A restore into the database that DATABASE_URL names was cut short: run .+ restore FILE again with the same file, .+\.\n$/,
    );
  }
  rmdirSync(keys);
  expect(await runCommand(env, 'restore', good)).toMatch(/ of [1-9]\d* tables, .+ every table's hash agrees/);
  expect(existsSync(keys)).toBe(true);
  await start(env.DATABASE_URL);
});

describe('refused with one sentence', () => {
  test('a role without the right to create roles, with the statement to run', async () => {
    const cluster = await startPostgres();
    try {
      await cluster.sql(`create role meek login password '${CLUSTER_PASSWORD}'`);
      await cluster.sql('create database meek owner meek');
      const message = await refusal(cluster.url('meek', 'meek'));
      expect(message).toMatch(
        /^The role meek of DATABASE_URL may not make the role .+ run "alter role meek createrole bypassrls;", then try again\.\n$/,
      );
      await cluster.sql(/"(.+);"/.exec(message)![1]!);
      await start(cluster.url('meek', 'meek'));
      await running.pop()!.stop();
    } finally {
      await cluster.stop();
    }
  });

  test('roles that exist but are not granted to it, with the statement to run', async () => {
    const message = await refusal(postgres.url('meek', 'meek'));
    expect(message).toMatch(
      /^The role meek of DATABASE_URL may not become anon, .+ run "grant anon, .+ to meek with admin option;", then try again\.\n$/,
    );
    await postgres.sql(/"(.+);"/.exec(message)![1]!);
    const server = await start(postgres.url('meek', 'meek'));
    expect((await submitNote(server, numberedNote('meek'))).status).toBe(201);
  });

  test('a missing database', async () => {
    expect(await refusal(postgres.url('none'))).toMatch(
      /^The database that DATABASE_URL names cannot be used \(.*"none" does not exist\).+\n$/,
    );
  });

  test('a database that a newer version has migrated, before anything is changed', async () => {
    const server = await start(postgres.url('grand'));
    const newer = `'99990101000000', 'from_a_newer_version'`;
    await postgres.sql(
      `insert into supabase_migrations.schema_migrations (version, name) values (${newer})`,
      'grand',
    );
    expect(await refusal(postgres.url('grand'))).toContain('99990101000000');
    const doctor = await runCommand(server.env, 'doctor').catch((error) => error);
    expect(doctor.code).toBe(1);
    expect(`${doctor.stdout}${doctor.stderr}`).toContain('99990101000000');
    await postgres.sql(
      `delete from supabase_migrations.schema_migrations where version = '99990101000000'`,
      'grand',
    );
    expect((await submitNote(server, numberedNote('newer'))).status).toBe(201);
  });

  test('a migration that fails names its file and statement and leaves the old version serving', async () => {
    const server = await start(postgres.url('grand'));
    // The newest migration only grants. Applied again, the one before it fails.
    const forgotten = await postgres.sql<{ version: string; name: string }>(
      `delete from supabase_migrations.schema_migrations
        where version in (select version from supabase_migrations.schema_migrations order by version desc limit 2)
        returning version, name`,
      'grand',
    );
    const [first] = forgotten.toSorted((one, other) => one.version.localeCompare(other.version));
    const message = await refusal(postgres.url('grand'));
    expect(message).toContain(`${first!.name}.sql failed: `);
    expect(message).toMatch(/already exists/);
    expect(message).toMatch(/in the statement\n/);
    expect((await submitNote(server, numberedNote('still'))).status).toBe(201);
    for (const { version, name } of forgotten)
      await postgres.sql(
        `insert into supabase_migrations.schema_migrations (version, name) values ('${version}', '${name}')`,
        'grand',
      );
  });
});

/**
 * Adds 12 MB that the database refuses to the first table of a backup, because less fits into the buffers on the way.
 * The format is that of server/src/backup/container/container.ts.
 */
function withBadRows(backup: Buffer): Buffer {
  const start = backup.subarray(0, backup.indexOf('\n', backup.indexOf('\n') + 1) + 1);
  const frames = gunzipSync(backup.subarray(start.length, -72));
  const endOfFrame = (start: number) => start + 5 + frames.readUInt32BE(start + 1);
  const rows = endOfFrame(endOfFrame(0));
  const bad = Buffer.concat([Buffer.from([0x44, 0, 1, 0, 0]), Buffer.alloc(65_536, 'not a row\n')]);
  const parts = [frames.subarray(0, rows), ...Array(200).fill(bad), frames.subarray(rows)];
  const content = Buffer.concat([start, gzipSync(Buffer.concat(parts))]);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(content.length + 72));
  // The seal is not checked by a restore, which may be elsewhere.
  return Buffer.concat([content, size, hash('sha256', content, 'buffer'), Buffer.alloc(32)]);
}

let postgres: TestPostgres;

async function prepare(): Promise<void> {
  postgres = await startPostgres();
  await postgres.sql(`create role modest login createrole bypassrls password '${CLUSTER_PASSWORD}'`);
  await postgres.sql(`create role meek login password '${CLUSTER_PASSWORD}'`);
  for (const name of ['modest', 'meek']) await postgres.sql(`create database ${name} owner ${name}`);
  await postgres.sql('create database grand');
}

const running: TestServer[] = [];

async function start(databaseUrl: string, env: Record<string, string> = {}): Promise<TestServer> {
  const server = await startServer({ env: { DATABASE_URL: databaseUrl, ...env } });
  running.push(server);
  return server;
}

const refusal = async (databaseUrl: string) =>
  (await refusedStart({ env: { DATABASE_URL: databaseUrl } })).stderr;
