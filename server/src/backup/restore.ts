import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config, Keys } from '../configuration/config.ts';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import { stopPostgres } from '../database/embedded/postmaster.ts';
import { relate } from '../database/migrations/history.ts';
import { migrationFiles, platformMigrations } from '../database/migrations/files.ts';
import type { Project } from '../database/migrations/migrate.ts';
import { connectToWrite } from '../database/connections/connect-to-write.ts';
import { socketUrl } from '../database/start.ts';
import { unfinishedRestore } from '../database/unfinished-restore.ts';
import { takeDataDirectory } from '../process/data-directory.ts';
import type { Progress } from '../process/with-progress.ts';
import { makeFolder } from '../configuration/make-folder.ts';
import { countForeignErasures, readErasuresIn } from './erasures.ts';
import type { Lineage } from './installation.ts';
import { loadBackup, type Restore, type RestoreSummary } from './load-backup.ts';
import type { Manifest } from './manifest.ts';
import { type Backup, type BackupFile, openBackup } from './read-backup.ts';
import { listTables } from './tables.ts';
import { UserError } from '../configuration/user-error.ts';
import { visible } from '../process/visible.ts';

export interface Restored extends RestoreSummary {
  readonly manifest: Manifest;
  /** Erasures that the lists have of other installations, which were not repeated. */
  readonly foreignErasures: number;
}

type Places = Pick<Config, 'dataDir' | 'backup'> & Project;

/** The folder of the data before its final name. The next restore removes what an interrupted one left there. */
export const DRAFT_NAME = 'postgres.restoring';

async function openRestorable(file: BackupFile, supabaseDir: string): Promise<Backup> {
  const backup = await openBackup(file);
  const { manifest, path } = backup;
  const platform = platformMigrations().map(({ key }) => key);
  const project = migrationFiles(supabaseDir).map(({ version }) => version);
  const relations = [relate(manifest.platform, platform), relate(manifest.migrations, project)];
  const known = new Set([...platform, ...project]);
  const unknown = [...manifest.platform, ...manifest.migrations].find((name) => !known.has(name));
  // A project's earlier migration that the backup lacks is refused with advice about its file.
  if (relations[0] === 'unreleased' || (unknown !== undefined && relations[1] === 'unreleased'))
    throw new UserError(
      `An unreleased version or another project made ${path} (${differenceOf(manifest.platform, platform, unknown)}): ` +
        'start with an empty DATA_DIR, or restore it with the commit that made it.',
    );
  if (unknown !== undefined)
    throw new UserError(
      `${path} was made by a newer version of this server (it knows the migration ${visible(unknown)}): restore it with that one.`,
    );
  return backup;
}

const differenceOf = (made: readonly string[], ours: readonly string[], unknown: string | undefined) =>
  unknown === undefined
    ? `it lacks the migration ${ours.find((name) => !made.includes(name))}`
    : `it knows the migration ${visible(unknown)}`;

/** Restores into an empty `dataDir`, keys included. A failure leaves nothing, and a killed restore can be repeated. */
export async function restoreEmbedded(
  file: BackupFile,
  places: Places,
  progress: Progress = () => {},
): Promise<Restored> {
  const backup = await openRestorable(file, places.supabaseDir);
  const { dataDir } = places;
  const draft = join(dataDir, DRAFT_NAME);
  const leftBefore = filesIn(dataDir);
  const release = await takeDataDirectory(dataDir, 'restore');
  try {
    if (existsSync(join(dataDir, 'postgres')))
      throw new UserError(`${dataDir} holds a database already: set DATA_DIR to an empty directory.`);
    await stopPostgres({ data: draft });
    rmSync(draft, { recursive: true, force: true });
    try {
      const summary = await fill(restoreOf(backup, places, progress), places);
      // The data comes last: without it a restore may be repeated, and without its keys no user could sign in.
      renameSync(draft, join(dataDir, 'postgres'));
      return { ...summary, ...factsOf(backup, places) };
    } catch (error) {
      for (const name of filesIn(dataDir) ?? []) {
        if (!leftBefore?.includes(name) && name !== 'lock')
          rmSync(join(dataDir, name), { recursive: true, force: true });
      }
      throw error;
    }
  } finally {
    release();
    if (leftBefore === null && filesIn(dataDir)?.length === 0) rmSync(dataDir, { recursive: true });
  }
}

async function fill(restore: Restore, places: Places): Promise<RestoreSummary> {
  const postgres = await startEmbeddedPostgres(places.dataDir, () => {}, { name: DRAFT_NAME });
  try {
    return await loadBackup(socketUrl(postgres.socketDir), restore);
  } finally {
    await postgres.stop();
  }
}

const filesIn = (directory: string) => (existsSync(directory) ? readdirSync(directory) : null);

/**
 * Restores into an empty database elsewhere, and can be repeated after a failure. The environment has its keys, those
 * of the backup go to `dataDir`.
 */
export async function restoreInto(
  url: string,
  file: BackupFile,
  places: Places,
  progress: Progress = () => {},
): Promise<Restored> {
  const backup = await openRestorable(file, places.supabaseDir);
  const restore = restoreOf(backup, places, progress);
  await requireEmpty(url, backup.manifest);
  return { ...(await loadBackup(url, restore)), ...factsOf(backup, places) };
}

/** Reads the later erasures of the backup's origins, and takes its keys. */
function restoreOf(backup: Backup, places: Places, progress: Progress): Restore {
  const { manifest, path } = backup;
  const erasures = readErasuresIn(foldersOfLists(path, places), originOf(manifest));
  const keepKeys = () => writeKeys(places.dataDir, manifest.keys);
  return { backup, project: places, erasures, progress, writeKeys: keepKeys };
}

const originOf = ({ installation: id, former }: Manifest): Lineage => ({ id, former });

/** Erasures are listed next to the backup, in BACKUP_DIR and in the data directory. */
const foldersOfLists = (path: string, { dataDir, backup: { dir } }: Places): string[] => [
  dirname(path),
  dataDir,
  ...(dir ? [dir] : []),
];

const factsOf = ({ path, manifest }: Backup, places: Places) => ({
  manifest,
  foreignErasures: countForeignErasures(foldersOfLists(path, places), originOf(manifest)),
});

/** Accepts also what a failed restore of the same backup made. Another backup may know fewer migrations. */
async function requireEmpty(url: string, { createdAt }: Manifest): Promise<void> {
  const client = await connectToWrite(url);
  try {
    const tables = await listTables(client);
    if (tables.length === 0 || (await unfinishedRestore(client)) === createdAt) return;
    throw new UserError('The database that DATABASE_URL names is not empty: restore into a new one.');
  } finally {
    await client.end();
  }
}

function writeKeys(dataDir: string, { publishable, secret, jwks }: Keys): void {
  makeFolder(dataDir);
  const path = join(dataDir, 'keys.json');
  writeFileSync(path, JSON.stringify({ publishable, secret, jwks }, null, 2), { mode: 0o600, flush: true });
}
