import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { surveyBackups, wholeBackupsIn } from '../backup/backup-directory.ts';
import { readIdentity } from '../backup/container/encryption.ts';
import { readInstallation } from '../backup/installation.ts';
import { DRAFT_NAME, restoreEmbedded } from '../backup/restore.ts';
import { type Config, readConfigWithoutKeys } from '../configuration/config.ts';
import { stopPostgres } from '../database/embedded/postmaster.ts';
import type { Databases } from '../database/open-databases.ts';
import { withDatabases } from './with-databases.ts';
import { defineCommand } from './define-command.ts';
import { makeFolder } from '../configuration/make-folder.ts';
import { holderOf } from '../process/data-directory.ts';
import { withProgress } from '../process/with-progress.ts';
import { UserError } from '../configuration/user-error.ts';

const SCRATCH = 'drill-';

export const command = defineCommand('drill')
  .description(
    'Proves that the newest backup can be restored, without touching anything in use. Restores ' +
      "into a scratch database, compares every table's hash, checks foreign keys, prints how old the " +
      'data is and how long it took, and removes the scratch.',
  )
  .argument('[PLACE]', 'a backup, or a directory with backups of this installation (default: BACKUP_DIR)')
  .option('--identity <FILE>', 'the private key of an encrypted backup, as age-keygen writes it')
  .option('--json', 'print one object instead of sentences')
  .action(async (named, { identity: key, json }) => {
    const config = readConfigWithoutKeys();
    const path = await chosen(named ?? config.backup.dir, config);
    const identity = key ? readIdentity(resolve(key)) : null;
    const started = performance.now();
    makeFolder(config.dataDir);
    await removeLeftovers(config.dataDir);
    const scratch = mkdtempSync(join(config.dataDir, SCRATCH));
    try {
      const { manifest, rows, tables, erased } = await withProgress((progress) =>
        restoreEmbedded({ path, identity }, { ...config, dataDir: scratch }, progress),
      );
      const { createdAt } = manifest;
      const ageHours = (Date.now() - Date.parse(createdAt)) / 3_600_000;
      const seconds = (performance.now() - started) / 1000;
      const drill = { path, rows, tables, erased, createdAt, ageHours, seconds };
      console.log(json ? JSON.stringify(drill, null, 2) : sentences(drill));
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  });

interface Drill {
  readonly path: string;
  readonly rows: number;
  readonly tables: number;
  readonly erased: number;
  readonly ageHours: number;
  readonly seconds: number;
}

const sentences = ({ path, rows, tables, erased, ageHours, seconds }: Drill): string =>
  [
    `${path}: ${rows} rows of ${tables} tables came back, every hash agrees.`,
    ...(erased > 0 ? [`erased again, as they were since: ${erased}`] : []),
    `age of the data: ${ageHours.toFixed(1)} hours`,
    `time to restore: ${seconds.toFixed(1)} seconds`,
  ].join('\n');

async function chosen(place: string | null, config: Omit<Config, 'keys'>): Promise<string> {
  if (!place) throw new UserError('Name a backup or a directory of backups, or set BACKUP_DIR.');
  const path = resolve(place);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  const found = await newestIn(path, config);
  if (!found) throw new UserError(`There is no whole backup of this installation in ${path}.`);
  return found;
}

/** Without a database, as on a machine that only keeps backups, the folder may have those of one installation. */
async function newestIn(directory: string, config: Omit<Config, 'keys'>): Promise<string | undefined> {
  if (config.databaseUrl || existsSync(join(config.dataDir, 'postgres'))) {
    const read = ({ owner }: Databases) => readInstallation(owner.query);
    const installation = await withDatabases(config, 'drill', read);
    return surveyBackups(directory, installation, new Date()).own.at(-1)?.path;
  }
  const { whole } = wholeBackupsIn(directory);
  if (new Set(whole.map(({ outline }) => outline.header.installation)).size > 1)
    throw new UserError(`${directory} has backups of several installations: name one of them.`);
  return whole.at(-1)?.path;
}

/** Removes the scratch databases of killed drills. */
async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir).filter((file) => file.startsWith(SCRATCH))) {
    const scratch = join(dataDir, name);
    if (holderOf(scratch)) continue;
    await stopPostgres({ data: join(scratch, DRAFT_NAME) });
    rmSync(scratch, { recursive: true, force: true });
  }
}
