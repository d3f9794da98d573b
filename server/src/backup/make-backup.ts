import type { Progress } from '../process/with-progress.ts';
import { keepNewest, pathInDirectory, removeDrafts, surveyBackups } from './backup-directory.ts';
import { verifyContainer } from './container/container.ts';
import type { Installation } from './installation.ts';
import { type BackupSource, writeBackup } from './write-backup.ts';

export interface MadeBackup {
  readonly path: string;
  readonly tables: number;
  readonly rows: number;
  readonly removed: readonly string[];
}

/** Writes a backup into `directory` and reads it again before it removes all older ones but the newest `keep`. */
export async function makeBackup(
  source: BackupSource,
  installation: Installation,
  { directory, keep, at }: { readonly directory: string; readonly keep: number; readonly at: Date },
  progress?: Progress,
): Promise<MadeBackup> {
  const path = pathInDirectory(directory, at, installation.id);
  const drafts = removeDrafts(directory);
  const summary = await writeBackup(source, path, at, progress);
  await verifyContainer(path);
  const older = keepNewest(surveyBackups(directory, installation, at), keep, path);
  return { ...summary, path, removed: [...drafts, ...older] };
}
