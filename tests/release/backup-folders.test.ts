import { createHash, createHmac } from 'node:crypto';
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newDataFolder } from '@solostead/server-testkit/new-folder';
import {
  putMigratedData,
  runCommand,
  serverEnvironment,
  startServer,
  type TestServer,
} from '../harness/servers/server.ts';
import { makeApplication } from '../harness/member.ts';
import { restore } from '../faults/backups.ts';

describe('production that is restored to staging, with one BACKUP_DIR', () => {
  test('keeps its backups and its people, and staging erases what production erases', async () => {
    const backups = newDataFolder();
    const production = await start({ BACKUP_DIR: backups });
    const [erased, tried] = [
      await makeApplication(production, 'erased'),
      await makeApplication(production, 'tried'),
    ];
    await expect.poll(() => backupsOf(production, backups)).toHaveLength(1);
    const [first] = await backupsOf(production, backups);
    await production.command('backup', join(backups, 'with-people.backup'));
    const dataDir = newDataFolder();
    await restore(dataDir, join(backups, 'with-people.backup'));
    await erase(production, erased);
    await expect.poll(() => listed(backups)).toContain(erased);

    const staging = await start({ BACKUP_DIR: backups }, dataDir);
    await expect.poll(() => emails(staging)).toEqual(['tried@builders.example']);
    await expect.poll(() => backupsOf(staging, backups)).toHaveLength(1);
    const [own] = await backupsOf(staging, backups);
    expect(own).not.toBe(first);
    await erase(staging, tried);
    await expect.poll(() => listed(backups)).toContain(tried);
    const removed = await staging.command('backup', backups, '--keep', '1');
    expect(removed).toContain(`removed ${own}`);
    expect(removed).not.toContain(`removed ${first}`);

    // Production reads the lists when it starts again.
    await production.stop();
    const again = await start({ BACKUP_DIR: backups }, production.dataDir);
    await again.command('retention');
    expect(await emails(again)).toEqual(['tried@builders.example']);
    expect(await again.command('backup', backups, '--keep', '1')).toContain(`removed ${first}`);
    expect(await backupsOf(staging, backups)).toHaveLength(1);
    expect(await backupsOf(again, backups)).toHaveLength(1);
  });
});

describe('a recovery from the last but one backup', () => {
  test('erases whom the lost installation erased, begins its own backups and removes none', async () => {
    const backups = newDataFolder();
    const lost = await start({ BACKUP_DIR: backups });
    const erased = await makeApplication(lost, 'erased');
    await makeApplication(lost, 'kept');
    const before = join(backups, 'before.backup');
    await lost.command('backup', before);
    await erase(lost, erased);
    await lost.command('backup', backups, '--keep', '7');
    const theirs = await backupsOf(lost, backups);
    await lost.stop();

    const dataDir = newDataFolder();
    expect(await restore(dataDir, before)).toMatch(/^Erased again, as they were since: 1\.$/m);
    const recovered = await start({ BACKUP_DIR: backups }, dataDir);
    await expect.poll(() => backupsOf(recovered, backups)).toHaveLength(1);
    expect(await emails(recovered)).toEqual(['kept@builders.example']);
    const later = await makeApplication(recovered, 'later');
    await erase(recovered, later);
    await recovered.command('backup', backups, '--keep', '1');
    expect(readdirSync(backups)).toEqual(
      expect.arrayContaining(theirs.map((path) => path.slice(backups.length + 1))),
    );
    expect(await doctorOf(recovered, backups)).toMatch(
      /^warning backups: of the database that this one was restored from and never removed, .+before\.backup/m,
    );

    // The lists of both apply to a recovery of the recovery.
    const [newest] = await backupsOf(recovered, backups);
    const second = newDataFolder();
    await restore(second, newest!);
    const twice = await start({}, second);
    expect(await emails(twice)).toEqual(['kept@builders.example']);
    expect(await formerOf(twice)).toEqual(
      [await idOf(recovered), await formerOf(recovered)].flat().toSorted(),
    );
  });
});

describe('a file that does not count', () => {
  test('is named, and backups are made, aged and removed as if it were not there', async () => {
    const backups = newDataFolder();
    const server = await start({});
    await server.command('backup', backups, '--keep', '2');
    const [only] = await backupsOf(server, backups);
    const ahead = join(backups, 'solostead-2027-01-07T21-19-40-00000000.backup');
    writeFileSync(ahead, dated(readFileSync(only!), daysFromNow(40), await sealKeyOf(server)));
    const old = dated(readFileSync(only!), daysFromNow(-3), await sealKeyOf(server));
    writeFileSync(only!, old);
    await server.stop();
    const copy = await start({ BACKUP_DIR: backups }, server.dataDir);

    await expect.poll(() => ageOf(copy)).toBeLessThan(600);
    expect(await ageOf(copy)).toBeGreaterThanOrEqual(0);
    expect(await doctorOf(copy, backups)).toContain(
      `WRONG   backups: dated ahead by a wrong clock and ignored, remove or keep elsewhere: ${ahead}`,
    );
    const newest = (await backupsOf(copy, backups)).at(-1)!;
    truncateSync(newest, 1000);
    expect(await ageOf(copy)).toBeGreaterThan(2 * 86_400);
    expect(await doctorOf(copy, backups)).toMatch(
      /^WRONG {3}backups: the newest is 72\.\d hours old: .+\n(.*\n)*WRONG {3}backups: no whole backup and ignored/m,
    );
    const result = await copy.command('backup', backups, '--keep', '1');
    expect(result.match(/^removed .+$/gm)).toEqual([`removed ${only}`]);
    expect((await copy.command('drill', backups)).split(':')[0]).toBe(
      (await backupsOf(copy, backups)).at(-1),
    );
  });
});

/** Starts a server in a folder whose database has its own identity. */
async function start(env: Record<string, string>, dataDir?: string): Promise<TestServer> {
  const server = await startServer({ env, dataDir: dataDir ?? (await newInstallation()) });
  onTestFinished(() => server.stop());
  return server;
}

/** Databases of tests begin as copies of one, so this one gets another identity. */
async function newInstallation(): Promise<string> {
  const dataDir = newDataFolder();
  await putMigratedData(dataDir);
  const server = await startServer({ dataDir });
  await server.sql(
    'update solostead.installation set id = gen_random_uuid(), seal_key = sha256(uuid_send(gen_random_uuid()))',
  );
  await server.stop();
  return dataDir;
}

const erase = (server: TestServer, id: string) =>
  server.sql(`select private.erase_application($1, 'owner')`, [id]);
const listed = (folder: string) => readFileSync(join(folder, 'erasures.jsonl'), 'utf8');

async function emails(server: TestServer): Promise<string[]> {
  const rows = await server.sql<{ email: string }>('select email from public.applications order by 1');
  return rows.map(({ email }) => email);
}

const installationOf = async (server: TestServer) =>
  (
    await server.sql<{ id: string; former: string[]; key: string }>(
      `select id, former::text[], encode(seal_key, 'hex') as key from solostead.installation`,
    )
  )[0]!;
const idOf = async (server: TestServer) => (await installationOf(server)).id;
const formerOf = async (server: TestServer) => (await installationOf(server)).former;
const sealKeyOf = async (server: TestServer) => Buffer.from((await installationOf(server)).key, 'hex');

/** The backups of an installation with the names that the server gives, the oldest first. */
async function backupsOf(server: TestServer, folder: string): Promise<string[]> {
  const id = await idOf(server);
  return readdirSync(folder)
    .filter((name) => name.endsWith(`-${id.slice(0, 8)}.backup`))
    .sort()
    .map((name) => join(folder, name));
}

async function ageOf(server: TestServer): Promise<number> {
  const answer = await fetch(`${server.url}/metrics`, { headers: { apikey: server.secretKey } });
  const [, age] = /^solostead_backup_age_seconds (.+)$/m.exec(await answer.text()) ?? [];
  return age === undefined ? NaN : Number(age);
}

const doctorOf = (server: TestServer, folder: string): Promise<string> =>
  runCommand(
    serverEnvironment({ ...server.env, DATA_DIR: server.dataDir, BACKUP_DIR: folder }),
    'doctor',
  ).catch((error: { stdout: string }) => error.stdout);

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Returns a backup as a server whose clock shows `time` writes it. */
function dated(backup: Buffer, time: string, key: Buffer): Buffer {
  const end = backup.indexOf('\n', backup.indexOf('\n') + 1) + 1;
  const start = Buffer.from(
    backup.toString('utf8', 0, end).replace(/"createdAt":"[^"]+"/, `"createdAt":"${time}"`),
  );
  const body = backup.subarray(end, -72);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(start.length + body.length + 72));
  const digest = createHash('sha256').update(start).update(body).digest();
  const seal = createHmac('sha256', key).update(start).update(size).update(digest).digest();
  return Buffer.concat([start, body, size, digest, seal]);
}
