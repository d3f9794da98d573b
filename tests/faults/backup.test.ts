import { afterAll, onTestFinished } from 'vitest';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { numberedApplication, submitApplication } from '../harness/applications.ts';
import { authClient } from '@solostead/server-testkit/auth/clients';
import { newDataFolder } from '@solostead/server-testkit/new-folder';
import { eventually } from '@solostead/server-testkit/servers/processes';
import { operatorsProgram, runCommand, serverEnvironment, startServer } from '../harness/servers/server.ts';
import { everyRow, restore, sentence, withoutKeys } from './backups.ts';
import { describe, expect, type TestServer, testStarting } from '../harness/fixtures.ts';
import { spawnWithUs } from '@solostead/server-testkit/servers/end-with-us';

const test = testStarting();
const folder = newDataFolder(afterAll);
const file = join(folder, 'all.backup');
let password: string;
let refreshToken: string;

test.beforeAll(async ({ server }) => {
  for (let number = 0; number < 50; number++) await submitApplication(server, numberedApplication(number));
  await server.sql(
    `update public.applications set name = E'tab\\there, back\\\\slash, 🦉' where email like 'builder-7@%'`,
  );
  ({ password } = await server.addAdmin(EMAIL));
  refreshToken = (await signIn(server)).refresh_token;
});

describe('a restore that is killed', () => {
  const dataDir = () => join(folder, 'killed');

  test('at any moment leaves no data', async ({ server }) => {
    expect(await server.command('backup', file)).toMatch(/\d+ rows of \d+ tables/);
    expect(readdirSync(folder)).toEqual(['all.backup']);
    const program = await operatorsProgram();
    // The database is made, PostgreSQL starts, the rows are loaded.
    for (const isMoment of [
      () => existsSync(join(dataDir(), 'postgres.restoring.new/PG_VERSION')),
      () => existsSync(join(dataDir(), 'postgres.restoring/postmaster.pid')),
      () => globSync(join(dataDir(), 'postgres.restoring/base/5/*')).length > 400,
    ]) {
      const child = spawnWithUs(join(root, 'node_modules/.bin/node'), [...program.args, 'restore', file], {
        env: { ...withoutKeys(dataDir()), ...program.env },
        stdio: 'ignore',
      });
      const ended = once(child, 'exit');
      await eventually(() => child.exitCode !== null || isMoment());
      child.kill('SIGKILL');
      expect(await ended).toEqual([null, 'SIGKILL']);
      expect(existsSync(join(dataDir(), 'keys.json'))).toBe(false);
      expect(existsSync(join(dataDir(), 'postgres'))).toBe(false);
    }
  });

  test('can be run again at once, and people stay signed in', async ({ server }) => {
    const before = await everyRow(server);
    expect(await runCommand(withoutKeys(dataDir()), 'restore', file)).toMatch(
      /^Restored \d+ rows of \d+ tables, as they were at 20/,
    );
    expect(readdirSync(dataDir()).filter((name) => /restoring|lock/.test(name))).toEqual([]);
    const { publishable, secret, jwks } = JSON.parse(readFileSync(join(dataDir(), 'keys.json'), 'utf8'));
    expect([publishable, secret]).toEqual([server.publishableKey, server.secretKey]);
    expect(jwks).toEqual(JSON.parse(server.env['JWT_KEYS']!));
    const restored = await startServer({ dataDir: dataDir() });
    onTestFinished(() => restored.stop());
    expect(await everyRow(restored)).toEqual(before);
    const { data, error } = await authClient(restored).refreshSession({ refresh_token: refreshToken });
    expect([error, data.user?.email]).toEqual([null, EMAIL]);
    expect((await signIn(restored)).access_token).toBeTruthy();
    expect((await submitApplication(restored, numberedApplication('new'))).status).toBe(201);
  });

  test('is reported by the next start, which creates no empty database in its place', async () => {
    const dataDir = newDataFolder();
    mkdirSync(join(dataDir, 'postgres.restoring'));
    expect(await sentence(runCommand(serverEnvironment({ DATA_DIR: dataDir }), 'admin', 'list'))).toMatch(
      /^A restore into \/.+ was cut short: run npm run solostead -- restore FILE again, or remove \/.+\.restoring to begin without it\.\n$/,
    );
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  });
});

describe('a refused restore changes nothing', () => {
  test('after rows were loaded, and leaves no directory that it made', async ({ server }) => {
    await server.sql('create table public.unknown_to_migrations (id int)');
    const foreign = join(folder, 'foreign.backup');
    await server.command('backup', foreign);
    await server.sql('drop table public.unknown_to_migrations');
    const dataDir = join(folder, 'never-filled');
    expect(await sentence(runCommand(withoutKeys(dataDir), 'restore', foreign))).toMatch(
      /^\/.+ holds the table "public"\."unknown_to_migrations", which no migration makes: .+\.\n$/,
    );
    expect(existsSync(dataDir)).toBe(false);
  });
});

test('a drill restores the newest whole backup and removes a killed one’s rest', async ({ server }) => {
  mkdirSync(join(server.dataDir, 'drill-killed/postgres.restoring'), { recursive: true });
  const many = join(folder, 'many');
  mkdirSync(many);
  writeFileSync(join(many, 'solostead-2020-01-01T00-00-00.backup'), '');
  const isOver = { yes: false };
  const writing = (async () => {
    for (let number = 0; !isOver.yes; number++)
      await submitApplication(server, numberedApplication(`w${number}`));
  })();
  await server.command('backup', many, '--keep', '2');
  isOver.yes = true;
  await writing;
  const result = await server.command('drill', many);
  expect(result).toMatch(/rows of \d+ tables came back, every hash agrees/);
  expect(result).toMatch(/^age of the data: 0\.\d hours$/m);
  expect(result).toMatch(/^time to restore: \d+\.\d seconds$/m);
  expect(readdirSync(server.dataDir).filter((name) => name.startsWith('drill'))).toEqual([]);
});

// Last, because it changes the server's schema.
test('refuses a backup of an unreleased version, whose tables lack a column', async ({ server }) => {
  await server.sql('alter table public.applications drop column q7 cascade');
  const older = join(folder, 'older.backup');
  await server.command('backup', older);
  const dataDir = join(folder, 'never-filled-either');
  expect(await sentence(restore(dataDir, older))).toMatch(
    /^\/.+older\.backup lacks the column q7 of "public"\."applications", so an unreleased version made it: .+\.\n$/,
  );
  expect(existsSync(dataDir)).toBe(false);
});

const root = join(import.meta.dirname, '../..');
const EMAIL = 'admin@sample.example';

async function signIn(to: TestServer) {
  const { data, error } = await authClient(to).signInWithPassword({ email: EMAIL, password });
  if (error) throw error;
  return data.session;
}
