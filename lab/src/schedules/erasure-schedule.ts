import type { Config } from '../../../server/src/config.ts';
import type { Database } from '../../../server/src/database/database.ts';
import { repeat } from '../../../server/src/process/repeat.ts';
import { applyLists, erasureDirectories, keepErasures } from '../erasure/keep-erasures.ts';
import { removeCapturedMails } from '../erasure/captured-mails.ts';

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
  let seen = -1;
  let sweepAt = 0;
  const turn = async () => {
    if (since === undefined) await applyLists(query, directories);
    const { rows } = await query<{ recent: string }>(`select ${RECENT} as recent`);
    const list = await keepErasures(query, directories, since);
    since = rows[0]!.recent;
    if (list.length === seen && Date.now() < sweepAt) return;
    seen = list.length;
    sweepAt = Date.now() + HOUR_MS;
    await removeCapturedMails(query, config.mail.outboxDir, new Date());
  };
  return repeat(INTERVAL_MS, turn, report);
}
