import type { Config } from '../../../server/src/config.ts';
import type { Query } from '../../../server/src/database/database.ts';
import {
  appendErasures,
  type Erasure,
  missingFrom,
  readErasuresIn,
} from '../../../server/src/backup/erasure-list.ts';
import { applyErasures, listErasures } from '../../../server/src/backup/erasures.ts';

/** Returns the folders of the list of erasures, next to the backups and next to local data. */
export function erasureDirectories({
  backup,
  dataDir,
  databaseUrl,
}: Pick<Config, 'backup' | 'dataDir' | 'databaseUrl'>): string[] {
  return [...(backup.dir ? [backup.dir] : []), ...(databaseUrl ? [] : [dataDir])];
}

/**
 * Erases what the lists name and the database does not know, because a copy of the data directory brought it back.
 */
export async function applyLists(query: Query, directories: readonly string[]): Promise<void> {
  const unknown = missingFrom(await listErasures(query), readErasuresIn(directories));
  if (unknown.length > 0) await applyErasures(query, unknown);
}

/** Adds the database's erasures, all or those since a moment, to the list in each directory. */
export async function keepErasures(
  query: Query,
  directories: readonly string[],
  since?: string,
): Promise<readonly Erasure[]> {
  const list = await listErasures(query, since);
  for (const directory of directories) appendErasures(directory, list);
  return list;
}
