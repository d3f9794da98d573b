import { resolve } from 'node:path';
import { BackupRefused } from '../backup/backup-refused.ts';
import { type Restored, restoreEmbedded, restoreInto } from '../backup/restore.ts';
import { type Config, readConfig } from '../config.ts';
import { takeDataDirectory } from '../process/data-directory.ts';
import { CommandRefused, runCommand } from './run-command.ts';

const help = `Brings back what npm run backup has written, rows and keys.

  npm run restore -- FILE    into an empty DATA_DIR, or into the empty database that DATABASE_URL names

A damaged, foreign or newer file is refused before anything is touched; every table is compared with the hash it had
when the backup was made, and all of it arrives or nothing.`;

await runCommand(help, async ([file]) => {
  if (!file) throw new CommandRefused('Name the file to restore: npm run restore -- FILE');
  const config = readConfig();
  try {
    report(await restore(config, resolve(file)));
  } catch (error) {
    throw error instanceof BackupRefused ? new CommandRefused(error.message) : error;
  }
});

async function restore(config: Config, path: string): Promise<Restored> {
  if (config.databaseUrl) return restoreInto(config.databaseUrl, path, config);
  const giveBack = await takeDataDirectory(config.dataDir, 'restore');
  try {
    return await restoreEmbedded(path, config);
  } finally {
    giveBack();
  }
}

function report({ manifest, tables, rows, migrated }: Restored): void {
  console.log(
    `Restored ${rows} rows of ${tables} tables, as they were at ${manifest.createdAt}; every table's hash agrees.`,
  );
  if (migrated.length > 0) console.log(`Then brought up to date by ${migrated.join(', ')}.`);
  if (manifest.keys.jwtSecret) console.log('The backup was made with JWT_SECRET set: set it here too.');
}
