import type { Config } from '../../../server/src/config.ts';
import type { Database, Query } from '../../../server/src/database/database.ts';
import { repeat } from '../../../server/src/process/repeat.ts';
import {
  appendErasures,
  type Erasure,
  missingFrom,
  readErasuresIn,
  applyErasures,
  listErasures,
} from '../../../server/src/backup/erasures.ts';
import { removeCapturedMails } from './captured-mails.ts';

/** Returns the folders of the list of erasures, next to the backups and next to local data. */
export function erasureDirectories({
  backup,
  dataDir,
  databaseUrl,
}: Pick<Config, 'backup' | 'dataDir' | 'databaseUrl'>): string[] {
  return [...(backup.dir ? [backup.dir] : []), ...(databaseUrl ? [] : [dataDir])];
}

/** Erases what the lists name and the database does not know, because a copy of the data directory brought it back. */
async function applyLists(query: Query, directories: readonly string[]): Promise<void> {
  const unknown = missingFrom(await listErasures(query), readErasuresIn(directories));
  if (unknown.length > 0) await applyErasures(query, unknown);
}

/** Adds the database's erasures to the list in each directory. @throws the first failure, after all were tried */
export async function keepErasures(query: Query, directories: readonly string[]): Promise<void> {
  appendToEach(directories, await listErasures(query));
}

function appendToEach(directories: readonly string[], list: readonly Erasure[]): void {
  const failures: unknown[] = [];
  for (const directory of directories) {
    try {
      appendErasures(directory, list);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** The maximum age of the newest entry of the list next to the backups. */
const INTERVAL_MS = 10_000;
/** The interval of checks for captured mails without an erasure. */
const HOUR_MS = 3_600_000;

/** Erasures carry their start time and commit later, so the last hour is always read again. */
const RECENT = `to_jsonb(now() - interval '1 hour') #>> '{}'`;

/**
 * Keeps the list of erasures next to the backups up to date and removes captured mails with their rows. At the start
 * it erases again what a copy of the data directory brought back. Returns the function that stops it.
 */
export function scheduleErasureKeeping(
  { query }: Pick<Database, 'query'>,
  config: Pick<Config, 'backup' | 'dataDir' | 'databaseUrl' | 'mail'>,
  report: (error: unknown) => void,
): () => Promise<void> {
  const directories = erasureDirectories(config);
  let since: string | undefined;
  let listed: readonly Erasure[] = [];
  let sweepAt = 0;
  const turn = async () => {
    if (since === undefined) await applyLists(query, directories);
    const { rows } = await query<{ recent: string }>(`select ${RECENT} as recent`);
    const list = await listErasures(query, since);
    const added = missingFrom(listed, list);
    try {
      appendToEach(directories, added);
      since = rows[0]!.recent;
      listed = list;
    } finally {
      if (added.length > 0 || Date.now() >= sweepAt) {
        sweepAt = Date.now() + HOUR_MS;
        await removeCapturedMails(query, config.mail.outboxDir, new Date());
      }
    }
  };
  return repeat(INTERVAL_MS, turn, report);
}
