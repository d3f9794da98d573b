import type { Config } from '../configuration/config.ts';
import type { Database } from '../database/database.ts';
import { repeat } from '../process/repeat.ts';
import { UserError } from '../configuration/user-error.ts';
import { isBackupDue, surveyBackups } from './backup-directory.ts';
import { readInstallation } from './installation.ts';
import { makeBackup } from './make-backup.ts';
import { handOver } from './offsite.ts';

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

/**
 * Makes a backup whenever the newest one is too old, removes outdated ones and gives the newest to BACKUP_COMMAND. Returns
 * the function that stops it.
 */
export function startBackupSchedule(dependencies: Dependencies): () => Promise<void> {
  const { config, report } = dependencies;
  const { dir: directory } = config.backup;
  if (!directory) return async () => {};
  const stopping = new AbortController();
  const work = async () => {
    await makeWhenDue(directory, dependencies);
    await handOverNewest(directory, dependencies, stopping.signal);
  };
  const stop = repeat(TICK_MS, work, (error) => {
    if (error !== stopping.signal.reason) report('the backup failed', error);
  });
  return async () => {
    stopping.abort();
    await stop();
  };
}

async function makeWhenDue(directory: string, dependencies: Dependencies): Promise<void> {
  const { config, database, url, report, now = () => new Date() } = dependencies;
  const { everyHours, keep, recipient } = config.backup;
  const at = now();
  const installation = await readInstallation(database.query);
  const isDue = () => isBackupDue(surveyBackups(directory, installation, at), everyHours, at);
  if (!isDue()) return;
  await database.transaction(async (query) => {
    const { rows } = await query<{ ours: boolean }>('select pg_try_advisory_xact_lock($1) as ours', [LOCK]);
    // Another copy of the server may have made it.
    if (!rows[0]?.ours || !isDue()) return;
    const source = { url, keys: config.keys, recipient };
    const { path } = await makeBackup(source, installation, { directory, keep, at });
    report(`backup written to ${path}`);
  });
}

async function handOverNewest(
  directory: string,
  { config, database, report, now = () => new Date() }: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  const { command } = config.backup;
  if (command === null) return;
  const installation = await readInstallation(database.query);
  const newest = surveyBackups(directory, installation, now()).own.at(-1);
  if (newest === undefined) return;
  try {
    if (await handOver(database.query, command, { ...newest, signal }))
      report(`BACKUP_COMMAND has taken ${newest.path}`);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    report('a backup stays on this machine alone', error);
  }
}
