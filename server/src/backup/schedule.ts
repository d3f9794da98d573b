import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { repeat } from '../process/repeat.ts';
import { isBackupDue, keepNewest, pathInDirectory, removeDrafts } from './backup-directory.ts';
import { writeBackup } from './write-backup.ts';

/** The interval at which the server checks if a backup is due, in milliseconds. */
const TICK_MS = 60_000;

/** Held while one copy of the server makes the backup. */
const LOCK = 5_017_290_817;

interface Dependencies {
  readonly config: Pick<Config, 'backup' | 'keys'>;
  readonly database: Pick<Database, 'transaction'>;
  /** The owner's way into the database. */
  readonly url: string;
  readonly report: (message: string, error?: unknown) => void;
}

/** Makes a backup whenever the newest one is too old, and removes outdated ones. Returns the function that stops it. */
export function startBackupSchedule({ config, database, url, report }: Dependencies): () => Promise<void> {
  const { dir, everyHours, keep } = config.backup;
  if (!dir) return async () => {};
  const makeWhenDue = async () => {
    const at = new Date();
    if (!isBackupDue(dir, everyHours, at)) return;
    await database.transaction(async (query) => {
      const { rows } = await query<{ ours: boolean }>('select pg_try_advisory_xact_lock($1) as ours', [LOCK]);
      // Another copy of the server may have made it.
      if (!rows[0]?.ours || !isBackupDue(dir, everyHours, at)) return;
      const path = pathInDirectory(dir, at);
      removeDrafts(dir);
      await writeBackup(url, config.keys, path, at);
      keepNewest(dir, keep);
      report(`backup written to ${path}`);
    });
  };
  return repeat(TICK_MS, makeWhenDue, (error) => report('the backup failed', error));
}
