import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { type Erasure, readErasures } from '@solostead/server/backup';
import type { Database, Query } from '@solostead/server/database';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { keepErasures, scheduleErasureKeeping } from './keep-erasures.ts';

const ROW = '11111111-1111-4111-8111-111111111111';
const erasure: Erasure = { kind: 'application', id: ROW, at: '2026-01-01T00:00:00+00:00', reason: 'owner' };

const ours = { id: ROW.replaceAll('1', '9'), former: [], sealKey: Buffer.alloc(32) };

/** A database with one erasure, whose mail has no row any more. */
const answers: readonly (readonly [RegExp, object])[] = [
  [/to_regprocedure/, { can: true }],
  [/apply_erasures/, { erased: 1 }],
  [/list_erasures/, { list: [erasure] }],
  [/as recent/, { recent: '2026-01-01T00:00:00+00:00' }],
  [/unnest/, { id: ROW }],
  [/installation/, { ...ours, seal_key: ours.sealKey }],
];

/** Keeps the erasures of the database with these folders, and returns what was erased again and the failure. */
async function keep(work: typeof keepErasures, dir: string, dataDir: string, outboxDir: string) {
  writeFileSync(join(outboxDir, 'mail'), `X-Mail-Row: ${ROW}\r\n`);
  const applied: unknown[] = [];
  const query = async (text: string, values: unknown[] = []) => {
    if (text.startsWith('select private.apply_erasures')) applied.push(...values);
    return { rows: [answers.find(([part]) => part.test(text))![1]] };
  };
  const config = { backup: { dir }, dataDir, databaseUrl: null, mail: { outboxDir } };
  const failure = await work(
    query as unknown as Query,
    config as unknown as Parameters<typeof keepErasures>[1],
  ).catch((error: unknown) => error);
  return { failure, applied };
}

/** The first turn of the schedule. */
const schedule: typeof keepErasures = (query, config) =>
  new Promise((resolve, reject) => {
    const database = { query } as Parameters<typeof scheduleErasureKeeping>[0];
    void scheduleErasureKeeping(database, config, reject)().then(resolve);
  });

test.each([
  ['the schedule', schedule],
  ['a command', keepErasures],
])(
  '%s keeps the other list and removes captured mails although one directory cannot be written',
  async (_who, work) => {
    const folder = newFolder();
    const [file, dataDir, outboxDir] = [join(folder, 'file'), join(folder, 'data'), newFolder()];
    writeFileSync(file, '');
    const { failure } = await keep(work, join(file, 'backups'), dataDir, outboxDir);
    expect(failure).toMatchObject({ code: 'ENOTDIR' });
    expect(readErasures(dataDir, ours)).toEqual([erasure]);
    expect(readdirSync(outboxDir)).toEqual([]);
  },
);

test('applies and keeps the other list and removes captured mails although one list is damaged', async () => {
  const [dir, dataDir, outboxDir] = [newFolder(), newFolder(), newFolder()];
  const other = { ...erasure, id: ROW.replaceAll('1', '2') };
  writeFileSync(join(dir, 'erasures.jsonl'), 'damaged\n');
  writeFileSync(join(dataDir, 'erasures.jsonl'), `${JSON.stringify({ ...other, installation: ours.id })}\n`);
  const { failure, applied } = await keep(schedule, dir, dataDir, outboxDir);
  expect(failure).toMatchObject({ message: expect.stringMatching(/erasures\.jsonl is damaged in line 1: /) });
  expect(applied).toEqual([JSON.stringify([other])]);
  expect(readErasures(dataDir, ours)).toEqual([other, erasure]);
  expect(readdirSync(outboxDir)).toEqual([]);
});

test('completes a damaged list once it is replaced, and until then does not search the outbox again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const [dir, dataDir, outboxDir] = [newFolder(), newFolder(), newFolder()];
  const list = join(dir, 'erasures.jsonl');
  writeFileSync(list, 'damaged\n');
  const turns: typeof keepErasures = async (query, config) => {
    const report = vi.fn();
    const stop = scheduleErasureKeeping({ query } as Pick<Database, 'query'>, config, report);
    await expect.poll(() => report).toHaveBeenCalledTimes(1);
    expect(readdirSync(outboxDir)).toEqual([]);
    writeFileSync(join(outboxDir, 'mail'), `X-Mail-Row: ${ROW}\r\n`);
    vi.advanceTimersByTime(10_000);
    await expect.poll(() => report).toHaveBeenCalledTimes(2);
    writeFileSync(list, '');
    vi.advanceTimersByTime(10_000);
    await stop();
    expect(report).toHaveBeenCalledTimes(2);
  };
  expect(await keep(turns, dir, dataDir, outboxDir)).toMatchObject({ failure: undefined });
  expect(readErasures(dir, ours)).toEqual([erasure]);
  expect(readdirSync(outboxDir)).toEqual(['mail']);
});
