import type { Config } from '@solostead/server';
import type { Database, Query } from '@solostead/server/database';
import { type Progress, repeat } from '@solostead/server/extension';
import {
  appendErasures,
  applyErasures,
  type Erasure,
  type Lineage,
  listErasures,
  missingFrom,
  readErasures,
  readInstallation,
} from '@solostead/server/backup';
import { removeCapturedMails } from './captured-mails.ts';

type Places = Pick<Config, 'backup' | 'dataDir' | 'databaseUrl' | 'mail'>;

/** Returns the folders of the list of erasures, next to the backups and next to local data. */
const erasureDirectories = ({ backup, dataDir, databaseUrl }: Places): string[] => [
  ...(backup.dir ? [backup.dir] : []),
  ...(databaseUrl ? [] : [dataDir]),
];

/** Calls `work` for each directory and returns the failures, because the list in another directory may be usable. */
function failuresOf(directories: readonly string[], work: (directory: string) => void): unknown[] {
  return directories.flatMap((directory) => {
    try {
      work(directory);
      return [];
    } catch (error) {
      return [error];
    }
  });
}

/**
 * Erases what the lists name and the database does not know, because a copy of the data directory brought it back.
 * Returns the failures of lists that cannot be read.
 */
async function applyLists(
  query: Query,
  lineage: Lineage,
  directories: readonly string[],
  progress: Progress,
): Promise<unknown[]> {
  const listed: Erasure[] = [];
  const failures = failuresOf(directories, (directory) => {
    // A spread of 120,000 entries overflows the stack.
    for (const one of readErasures(directory, lineage)) listed.push(one);
  });
  const unknown = missingFrom(await listErasures(query), listed);
  if (unknown.length > 0) await applyErasures(query, unknown, progress);
  return failures;
}

const append = (directories: readonly string[], lineage: Lineage, list: readonly Erasure[]): unknown[] =>
  failuresOf(directories, (directory) => appendErasures(directory, lineage, list));

/**
 * Adds the database's erasures to the list in each directory and removes captured mails with their rows.
 * @throws the first failure, after all were tried
 */
export async function keepErasures(query: Query, config: Places): Promise<void> {
  const failures = append(
    erasureDirectories(config),
    await readInstallation(query),
    await listErasures(query),
  );
  await removeCapturedMails(query, config.mail.outboxDir, new Date());
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
  config: Places,
  report: (error: unknown) => void,
  progress: Progress = () => {},
): () => Promise<void> {
  const directories = erasureDirectories(config);
  let since: string | undefined;
  let known: readonly Erasure[] = [];
  let areListed = false;
  let sweepAt = 0;
  const turn = async () => {
    const lineage = await readInstallation(query);
    const failures = since === undefined ? await applyLists(query, lineage, directories, progress) : [];
    const { rows } = await query<{ recent: string }>(`select ${RECENT} as recent`);
    const list = await listErasures(query, since);
    const added = missingFrom(known, list);
    failures.push(...append(directories, lineage, areListed ? added : list));
    known = list;
    areListed = failures.length === 0;
    if (areListed) since = rows[0]!.recent;
    if (added.length > 0 || Date.now() >= sweepAt) {
      sweepAt = Date.now() + HOUR_MS;
      await removeCapturedMails(query, config.mail.outboxDir, new Date());
    }
    if (failures.length > 0) throw failures[0];
  };
  return repeat(INTERVAL_MS, turn, report);
}
