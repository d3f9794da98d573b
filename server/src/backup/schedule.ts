import type { Config } from '../configuration/config.ts';
import type { Database } from '../database/database.ts';
import { repeat } from '../process/repeat.ts';
import { isBackupDue, surveyBackups } from './backup-directory.ts';
import { readInstallation } from './installation.ts';
import { makeBackup } from './make-backup.ts';

/** The interval at which the server checks if a backup is due, in milliseconds. */
const TICK_MS = 60_000;

/** Held while one copy of the server makes the backup. */
const LOCK = 5_017_290_817;

interface Dependencies {
  readonly config: Pick<Config, 'backup' | 'keys'>;
  readonly database: Pick<Database, 'query' | 'transaction'>;
  /** The owner's way into the database. */
  readonly url: string;
  readonly report: (message: string, error?: unknown) => void;
  readonly now?: () => Date;
}

/** Makes a backup whenever the newest one is too old, and removes outdated ones. Returns the function that stops it. */
export function startBackupSchedule({
  config,
  database,
  url,
  report,
  now = () => new Date(),
}: Dependencies): () => Promise<void> {
  const { dir: directory, everyHours, keep } = config.backup;
  if (!directory) return async () => {};
  const makeWhenDue = async () => {
    const at = now();
    const installation = await readInstallation(database.query);
    const isDue = () => isBackupDue(surveyBackups(directory, installation, at), everyHours, at);
    if (!isDue()) return;
    await database.transaction(async (query) => {
      const { rows } = await query<{ ours: boolean }>('select pg_try_advisory_xact_lock($1) as ours', [LOCK]);
      // Another copy of the server may have made it.
      if (!rows[0]?.ours || !isDue()) return;
      const place = { directory, keep, at };
      const { path } = await makeBackup({ url, keys: config.keys }, installation, place);
      report(`backup written to ${path}`);
    });
  };
  return repeat(TICK_MS, makeWhenDue, (error) => report('the backup failed', error));
}
