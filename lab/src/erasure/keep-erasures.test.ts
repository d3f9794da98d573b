import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Erasure, readErasures } from '../../../server/src/backup/erasures.ts';
import { newFolder } from '../../../server/tests/harness/new-folder.ts';
import { scheduleErasureKeeping } from './keep-erasures.ts';

const ROW = '11111111-1111-4111-8111-111111111111';
const erasure: Erasure = { kind: 'application', id: ROW, at: '2026-01-01T00:00:00+00:00', reason: 'owner' };

/** A database with one erasure, whose mail has no row any more. */
const answers: readonly (readonly [RegExp, object])[] = [
  [/to_regprocedure/, { can: true }],
  [/list_erasures/, { list: [erasure] }],
  [/as recent/, { recent: '2026-01-01T00:00:00+00:00' }],
  [/unnest/, { id: ROW }],
];
const query = async (text: string) => ({ rows: [answers.find(([part]) => part.test(text))![1]] });

test('keeps the other list and removes captured mails although one directory cannot be written', async () => {
  const folder = newFolder();
  const [file, dataDir, outboxDir] = [join(folder, 'file'), join(folder, 'data'), newFolder()];
  writeFileSync(file, '');
  writeFileSync(join(outboxDir, 'mail'), `X-Mail-Row: ${ROW}\r\n`);
  const backup = { dir: join(file, 'backups'), everyHours: 24, keep: 7 };
  const mail = { outboxDir };
  const config = { backup, dataDir, databaseUrl: null, mail } as Parameters<typeof scheduleErasureKeeping>[1];
  const failures: unknown[] = [];
  const database = { query } as unknown as Parameters<typeof scheduleErasureKeeping>[0];
  await scheduleErasureKeeping(database, config, (error) => failures.push(error))();
  expect(failures).toEqual([expect.objectContaining({ code: 'ENOTDIR' })]);
  expect(readErasures(dataDir)).toEqual([erasure]);
  expect(readdirSync(outboxDir)).toEqual([]);
});
