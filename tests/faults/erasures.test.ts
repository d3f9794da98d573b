import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newDataFolder } from '@solostead/server-testkit/new-folder';
import { eventually } from '@solostead/server-testkit/servers/processes';
import { startPostgres } from '@solostead/server-testkit/databases/postgres';
import {
  putMigratedData,
  runCommand,
  serverEnvironment,
  startServer,
  type TestServer,
} from '../harness/servers/server.ts';
import { makeApplication, makeMember, type Member } from '../harness/member.ts';
import { restore } from './backups.ts';
import { rowsOfBackup } from './backup-rows.ts';

const folder = newDataFolder(afterAll);
const backups = join(folder, 'backups');
beforeAll(prepare);
afterAll(() => server?.stop());

test('the list next to the backups has time and reason of each erasure, but nothing about the person', async () => {
  const [{ installation } = {}] = await server.sql<{ installation: string }>(
    'select id as installation from solostead.installation',
  );
  const lines = listed()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  expect(lines).toEqual(
    expect.arrayContaining([
      { kind: 'application', id: erased, at: expect.any(String), reason: 'owner', installation },
      { kind: 'account', id: leaver.id, at: expect.any(String), installation },
    ]),
  );
  expect(lines).toHaveLength(2);
});

describe('a restore from before an erasure', () => {
  const isRight = async (restored: Sql) => {
    expect(await emails(restored)).toEqual(remaining);
    expect(await people(restored)).toEqual(stayed);
    expect(await tallied(restored)).toEqual(numbers);
    const erasures = 'select * from private.erasures order by id';
    expect(await restored(erasures)).toEqual(await server.sql(erasures));
    expect(await restored('select 1 from public.application_notes')).toEqual([]);
  };

  test('does not restore the person', async () => {
    const dataDir = newDataFolder();
    expect(await restore(dataDir, backup)).toMatch(/^Erased again, as they were since: 2\.$/m);
    const restored = await startServer({ dataDir });
    onTestFinished(() => restored.stop());
    await isRight(restored.sql);
    const drill = JSON.parse(await server.command('drill', backup, '--json')) as Record<string, unknown>;
    expect(drill).toMatchObject({ path: backup, erased: 2 });
    for (const number of ['rows', 'tables', 'ageHours', 'seconds']) expect(drill[number]).toBeGreaterThan(0);
  });

  test('into another PostgreSQL does not either, by the list of this machine', async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    await postgres.sql('create database lab');
    const dataDir = newDataFolder();
    const elsewhere = newDataFolder();
    cpSync(backup, join(elsewhere, 'before.backup'));
    cpSync(join(backups, LIST), join(dataDir, LIST));
    const env = serverEnvironment({ DATA_DIR: dataDir, DATABASE_URL: postgres.url('lab') });
    expect(await runCommand(env, 'restore', join(elsewhere, 'before.backup'))).toMatch(/since: 2\.$/m);
    await isRight((text) => postgres.sql(text, 'lab'));
  });
});

test('a later backup contains the list itself, and is next to it', async () => {
  const after = newDataFolder();
  await server.command('backup', join(after, 'after.backup'));
  expect(readFileSync(join(after, LIST), 'utf8').split('\n').sort()).toEqual(listed().split('\n').sort());
  const rows = rowsOfBackup(join(after, 'after.backup'));
  expect(rows.get('private.erasures')).toMatchObject([
    { kind: 'application', id: erased },
    { kind: 'account', id: leaver.id },
  ]);
});

test('a copy of the data directory from before an erasure repeats it at its start', async () => {
  renameSync(snapshot, join(folder, 'came-back'));
  const back = await startServer({ dataDir: join(folder, 'came-back'), env: { BACKUP_DIR: backups } });
  onTestFinished(() => back.stop());
  await expect.poll(() => emails(back.sql)).toEqual(remaining);
  await expect.poll(() => people(back.sql)).toEqual(stayed);
});

let server: TestServer;
let backup: string;
let snapshot: string;
let erased: string;
let leaver: Member;
let numbers: unknown;

async function prepare(): Promise<void> {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  await putMigratedData(dataDir);
  const first = await startServer({ dataDir });
  await makeMember(first, 'owner@lab.example', 'owner');
  leaver = await makeMember(first, 'leaver@lab.example', 'owner');
  await makeApplication(first, 'kept');
  erased = await makeApplication(first, 'erased');
  await leaver.addNote(erased, 'A note');
  await first.stop();
  snapshot = join(folder, 'snapshot');
  // With owners and modes, as an image of the machine has them.
  execFileSync('cp', ['-a', dataDir, snapshot]);

  server = await startServer({ dataDir, env: { BACKUP_DIR: backups } });
  mkdirSync(backups, { recursive: true });
  backup = join(backups, 'before.backup');
  await server.command('backup', backup);
  await server.sql(`select private.erase_application($1, 'owner')`, [erased]);
  await server.sql(`select private.erase_account($1)`, [leaver.id]);
  numbers = await tallied(server.sql);
  await eventually(
    () => [erased, leaver.id].every((id) => existsSync(join(backups, LIST)) && listed().includes(id)),
    20,
  );
}

const LIST = 'erasures.jsonl';
type Sql = (text: string) => Promise<object[]>;
const emails = (sql: Sql) => sql('select email from public.applications order by 1');
const people = (sql: Sql) => sql('select email from auth.users order by 1');
const remaining = [{ email: 'kept@builders.example' }];
const stayed = [{ email: 'owner@lab.example' }];
const tallied = (sql: Sql) =>
  sql(
    `select (select count(*) from public.applications)
          + (select sum(applications) from private.erased_facts where fact = 'received') as n`,
  );
const listed = () => readFileSync(join(backups, LIST), 'utf8');
