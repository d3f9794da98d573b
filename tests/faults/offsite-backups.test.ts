import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { newDataFolder } from '@solostead/server-testkit/new-folder';
import { numberedApplication, submitApplication } from '../harness/applications.ts';
import { makeApplication } from '../harness/member.ts';
import {
  putMigratedData,
  runCommand,
  serverEnvironment,
  startServer,
  type TestServer,
} from '../harness/servers/server.ts';
import { everyRow, sentence, withoutKeys } from './backups.ts';

const folder = newDataFolder(afterAll);
const remote = join(folder, 'remote');
mkdirSync(remote);
/** The command of docs/operating.md, with another folder as the remote. */
const COPY = `cp "$BACKUP_FILE" ${remote} && if test -e "$BACKUP_DIR/erasures.jsonl"; then cp "$BACKUP_DIR/erasures.jsonl" ${remote}; fi`;

async function start(env: Record<string, string>): Promise<TestServer> {
  const server = await startServer({ env });
  onTestFinished(() => server.stop());
  return server;
}

const metric = async ({ url, secretKey }: TestServer, name: string) => {
  const answer = await fetch(`${url}/metrics`, { headers: { apikey: secretKey } });
  const [, value] =
    new RegExp(`^solostead_offsite_backup_${name} (.+)$`, 'm').exec(await answer.text()) ?? [];
  return value === undefined ? null : Number(value);
};
const doctor = ({ env, dataDir }: TestServer) =>
  runCommand(serverEnvironment({ ...env, DATA_DIR: dataDir }), 'doctor').catch(
    ({ stdout }: { stdout: string }) => stdout,
  );
const messagesOf = ({ log }: TestServer) => log.map(({ msg }) => msg);
async function keyFile(name: string) {
  const key = await generateIdentity();
  const path = join(folder, name);
  const recipient = await identityToRecipient(key);
  writeFileSync(path, `# created: 2026-01-01T00:00:00Z\n# public key: ${recipient}\n${key}\n`);
  return { path, recipient };
}

test('a finished backup is encrypted and handed over, and comes back from the other place with its private key alone', async () => {
  const [ours, other] = [await keyFile('ours.txt'), await keyFile('other.txt')];
  const backups = join(folder, 'backups');
  const settings = { BACKUP_DIR: backups, BACKUP_COMMAND: COPY, BACKUP_RECIPIENT: ours.recipient };
  const server = await start(settings);
  await expect.poll(() => metric(server, 'up')).toBe(1);
  expect(await metric(server, 'age_seconds')).toBeLessThan(600);
  const [first] = readdirSync(remote);
  expect(messagesOf(server)).toContain(`BACKUP_COMMAND has taken ${join(backups, first!)}`);
  expect(await doctor(server)).toMatch(
    /^ok +backups: BACKUP_COMMAND has taken one that is 0\.\d hours old$/m,
  );

  await submitApplication(server, numberedApplication(1));
  const erased = await makeApplication(server, 'erased');
  await server.sql(`select private.erase_application($1, 'owner')`, [erased]);
  const result = await server.command('backup', backups, '--keep', '1');
  // The server, which looks every minute, may be first.
  expect(result).toMatch(/^(BACKUP_COMMAND has taken it|the server gives it to BACKUP_COMMAND)$/m);
  const list = join(remote, 'erasures.jsonl');
  await expect.poll(() => existsSync(list) && readFileSync(list, 'utf8')).toContain(erased);
  const newest = join(
    remote,
    readdirSync(backups).find((name) => name.endsWith('.backup'))!,
  );
  expect(readFileSync(newest, 'latin1')).toContain('age-encryption.org/v1');

  const rows = await everyRow(server);
  const dataDir = join(folder, 'restored');
  const restore = (...args: string[]) => runCommand(withoutKeys(dataDir), 'restore', newest, ...args);
  const refusals: [string[], RegExp][] = [
    [[], /^\/.+\.backup is encrypted: name the file of its private key with --identity\.\n$/],
    [
      ['--identity', other.path],
      /^\/.+other\.txt does not open \/.+: name the private key of its BACKUP_RECIPIENT\.\n$/,
    ],
    [['--identity', newest], /^\/.+\.backup has no line with a private key of age .+\.\n$/],
    [['--identity', join(folder, 'none')], /^There is no file or directory \/.+none.*\.\n$/],
  ];
  for (const [args, expected] of refusals) expect(await sentence(restore(...args))).toMatch(expected);
  expect(existsSync(dataDir)).toBe(false);
  expect(await server.command('drill', remote, '--identity', ours.path)).toMatch(/every hash agrees/);
  expect(await restore('--identity', ours.path)).toMatch(/^Restored \d+ rows/);
  const restored = await startServer({ dataDir });
  onTestFinished(() => restored.stop());
  expect(await everyRow(restored)).toEqual(rows);
});

test('a command that fails is reported, the backup stays, and no line names a person', async () => {
  const backups = join(folder, 'failing');
  const server = await start({
    BACKUP_DIR: backups,
    BACKUP_COMMAND: 'echo "no room on the remote" >&2; exit 3',
  });
  await submitApplication(server, numberedApplication('private'));
  await expect.poll(() => messagesOf(server)).toContain('a backup stays on this machine alone');
  const [name] = readdirSync(backups);
  const line = server.log.find(({ msg }) => msg === 'a backup stays on this machine alone')!;
  const failure = 'exit code 3, no room on the remote.';
  expect(line).toMatchObject({
    level: 50,
    err: { message: `BACKUP_COMMAND has not taken ${join(backups, name!)}: ${failure}` },
  });
  expect([await metric(server, 'up'), await metric(server, 'age_seconds')]).toEqual([0, null]);
  expect(await doctor(server)).toContain(
    `WRONG   backups: BACKUP_COMMAND has not taken the last one: ${failure}`,
  );
  const byHand = server.command('backup', join(folder, 'by-hand.backup'));
  expect(await sentence(byHand)).toBe(
    `BACKUP_COMMAND has not taken ${join(folder, 'by-hand.backup')}: ${failure}\n`,
  );
  expect(JSON.stringify(server.log)).not.toMatch(/builder-private|Builder private/i);
});

test('a command that hangs does not delay the stop of the server, and the next start tries it again', async () => {
  const [begun, again] = [join(folder, 'begun'), join(folder, 'again')];
  const backups = join(folder, 'hanging');
  const dataDir = newDataFolder();
  await putMigratedData(dataDir);
  const server = await startServer({
    env: { BACKUP_DIR: backups, BACKUP_COMMAND: `touch ${begun}; sleep 600` },
    dataDir,
  });
  await expect.poll(() => existsSync(begun)).toBe(true);
  await server.stop();
  const next = await startServer({
    env: { BACKUP_DIR: backups, BACKUP_COMMAND: `echo "$BACKUP_FILE" > ${again}` },
    dataDir,
  });
  onTestFinished(() => next.stop());
  await expect.poll(() => metric(next, 'up')).toBe(1);
  expect(readFileSync(again, 'utf8')).toBe(`${join(backups, readdirSync(backups)[0]!)}\n`);
});

test('a backup of a clock that was ahead stops no other one', async () => {
  const server = await start({ BACKUP_DIR: join(folder, 'ahead'), BACKUP_COMMAND: 'true' });
  await expect.poll(() => metric(server, 'up')).toBe(1);
  await server.sql(`update solostead.offsite set taken = now() + interval '40 days'`);
  expect(await metric(server, 'age_seconds')).toBeLessThan(-39 * 86_400);
  expect(await doctor(server)).toMatch(
    /^WRONG +backups: BACKUP_COMMAND has taken one that is -960\.0 hours old: /m,
  );
  const byHand = join(folder, 'after-it.backup');
  expect(await server.command('backup', byHand)).toMatch(/^BACKUP_COMMAND has taken it$/m);
  expect(await metric(server, 'age_seconds')).toBeGreaterThanOrEqual(0);
});
