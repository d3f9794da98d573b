import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '@solostead/server-testkit/databases/postgres';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { eventually } from '@solostead/server-testkit/servers/processes';
import { handOver, offsiteAge, readOffsite } from './offsite.ts';

let postgres: TestPostgres;
let clients: Client[];
beforeAll(async () => {
  postgres = await startPostgres();
  clients = [1, 2, 3].map(() => new Client({ connectionString: postgres.url() }));
  await Promise.all(clients.map((client) => client.connect()));
  await postgres.sql('create schema solostead');
  await postgres.sql(
    readFileSync(join(import.meta.dirname, '../database/platform/0004_offsite.sql'), 'utf8'),
  );
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await postgres.stop();
});
beforeEach(() =>
  postgres.sql('update solostead.offsite set taken = null, tried = null, tried_at = null, failure = null'),
);

const askOn =
  (number: number) =>
  (text: string, values: unknown[] = []) =>
    clients[number]!.query(text, values);
const ask = askOn(0);
const now = Math.floor(Date.now() / 1000) * 1000;
const first = new Date(now);
const second = new Date(now + 1);
const path = '/backups/one.backup';
const give = (command: string, at = first, more: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
  handOver(ask, command, { path, at, signal: new AbortController().signal, ...more });

test('gives file and folder to the command, and each backup once', async () => {
  expect(offsiteAge(await readOffsite(ask), first)).toBeNull();
  expect(await give(`test "$BACKUP_FILE $BACKUP_DIR" = '${path} /backups'`)).toBe(true);
  expect(await give('exit 1')).toBe(false);
  expect(await readOffsite(ask)).toEqual({ taken: first, failure: null });
  expect(await give('true', second)).toBe(true);
  // An older one is not needed.
  expect(await give('exit 1')).toBe(false);
  expect(offsiteAge(await readOffsite(ask), new Date(now + 5_001))).toBe(5_000);
});

test.each([
  ['fails', 'echo no room >&2; exit 3', undefined, 'exit code 3, no room'],
  ['hangs', 'sleep 600 & wait', 600, 'it did not end within 0.01 minutes'],
])('a command that %s is tried again after two hours', async (_what, command, timeoutMs, failure) => {
  const more = timeoutMs === undefined ? {} : { timeoutMs };
  await expect(give(command, first, more)).rejects.toThrow(
    `BACKUP_COMMAND has not taken ${path}: ${failure}.`,
  );
  expect(await readOffsite(ask)).toEqual({ taken: null, failure });
  expect(await give('true')).toBe(false);
  await postgres.sql(`update solostead.offsite set tried_at = tried_at - interval '2 hours'`);
  expect(await give('true')).toBe(true);
  expect(await readOffsite(ask)).toEqual({ taken: first, failure: null });
  await expect(give(command, second, more)).rejects.toThrow(failure);
  expect(await readOffsite(ask)).toEqual({ taken: first, failure });
});

test('three processes give a backup once', async () => {
  const { signal } = new AbortController();
  const handedOver = [0, 1, 2].map((number) => handOver(askOn(number), 'true', { path, at: first, signal }));
  expect((await Promise.all(handedOver)).filter(Boolean)).toHaveLength(1);
});

test('a stopped one is tried again at once', async () => {
  const begun = join(newFolder(), 'begun');
  const stopping = new AbortController();
  const giving = give(`touch ${begun}; sleep 600`, first, { signal: stopping.signal });
  await eventually(() => existsSync(begun));
  expect(await give('true')).toBe(false);
  stopping.abort();
  await expect(giving).rejects.toBe(stopping.signal.reason);
  expect(await readOffsite(ask)).toEqual({ taken: null, failure: null });
  expect(await give('true')).toBe(true);
});

test('a time that a wrong clock wrote stops no backup', async () => {
  await postgres.sql(`update solostead.offsite set taken = now() + interval '40 days'`);
  expect(offsiteAge(await readOffsite(ask), first)).toBeLessThan(0);
  expect(await give('true')).toBe(true);
  expect(await readOffsite(ask)).toEqual({ taken: first, failure: null });
});
