import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { pathInDirectory } from './backup-directory.ts';
import { sampleInstallation } from './backup.sample.ts';
import { startBackupSchedule } from './schedule.ts';

test('removes the draft of a killed backup before the next one, which may fail because the draft fills the disk', async () => {
  const dir = newFolder();
  const { id, former, sealKey } = sampleInstallation();
  const draft = `${pathInDirectory(dir, new Date('2026-01-01'), id)}.part`;
  writeFileSync(draft, '');
  utimesSync(draft, 0, 0);
  const query = async () => ({ rows: [{ ours: true, id, former, seal_key: sealKey }] });
  const transaction = (work: (ask: typeof query) => Promise<unknown>) => work(query);
  const dependencies = {
    config: { backup: { dir, everyHours: 24, keep: 7 } },
    database: { query, transaction },
  };
  const reported: string[] = [];
  const report = (message: string) => void reported.push(message);
  const url = 'postgres://127.0.0.1:1/none';
  type Dependencies = Parameters<typeof startBackupSchedule>[0];
  await startBackupSchedule({ ...dependencies, url, report } as unknown as Dependencies)();
  expect([reported, readdirSync(dir)]).toEqual([['the backup failed'], []]);
});
