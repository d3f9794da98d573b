import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { keepNewest, pathInDirectory, removeDrafts } from '../backup/backup-directory.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { readConfig } from '../config.ts';
import { defineCommand, UsageError, wholeNumber } from './define-command.ts';
import { UserError } from '../user-error.ts';
import { withDatabases } from './with-databases.ts';

export const command = defineCommand('backup')
  .description(
    'A copy of everything, as it is at one moment: the whole database and the keys. Works while ' +
      'the server runs. With BACKUP_DIR set, the server makes one by itself every day.',
  )
  .argument(
    '<TARGET>',
    'a new file (mode 600: it opens everything, keep it safe), or a directory with --keep',
  )
  .option('--keep <N>', 'write solostead-<time>.backup into the directory and keep the newest N', (text) =>
    wholeNumber('--keep', text),
  )
  .action(async (target, { keep }) => {
    const at = new Date();
    const path = keep === undefined ? newFile(target) : pathInDirectory(resolve(target), at);
    const config = readConfig();
    if (keep !== undefined) report(removeDrafts(resolve(target)));
    const { tables, rows } = await withDatabases(config, 'backup', ({ url }) =>
      writeBackup(url, config.keys, path, at),
    );
    console.log(`${path}: ${rows} rows of ${tables} tables, ${Math.ceil(statSync(path).size / 1024)} KB`);
    if (keep !== undefined) report(keepNewest(resolve(target), keep));
  });

function report(removed: readonly string[]): void {
  for (const path of removed) console.log(`removed ${path}`);
}

function newFile(target: string): string {
  const path = resolve(target);
  requireFolder(dirname(path));
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw new UsageError(`${path} is a directory: say how many backups to keep there, such as --keep 7.`);
}

function requireFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) throw new UserError(`There is no directory ${folder}: make it, or name another place.`);
  if (!found.isDirectory()) throw new UserError(`${folder} is no directory: name another place.`);
}
