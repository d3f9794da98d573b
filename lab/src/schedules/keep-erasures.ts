import type { Config } from '../../../server/src/config.ts';
import type { Database } from '../../../server/src/database/database.ts';
import { repeat } from '../../../server/src/process/repeat.ts';
import { applyLists, erasureDirectories, keepErasures } from '../erasure/keep-erasures.ts';
import { removeCapturedMails } from '../erasure/captured-mails.ts';

/** How old the newest entry of the list beside the backups may be. */
const INTERVAL_MS = 10_000;
/** How often captured mails without an erasure are looked through. */
const HOUR_MS = 3_600_000;

/** Erasures are told by their time and committed later: the last hour is always looked at again. */
const RECENT = `to_jsonb(now() - interval '1 hour') #>> '{}'`;

/**
 * Keeps the list of erasures beside the backups as new as the database, and takes captured mails away with the rows
 * they were sent for. At the start it erases again what a copy of the data directory brought back. Answers the function
 * that ends it.
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
