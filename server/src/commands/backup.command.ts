import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readInstallation } from '../backup/installation.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { readConfig } from '../configuration/config.ts';
import { defineCommand, UsageError, wholeNumber } from './define-command.ts';
import type { Databases } from '../database/open-databases.ts';
import { type Progress, withProgress } from '../process/with-progress.ts';
import { UserError } from '../configuration/user-error.ts';
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
  .option(
    '--keep <N>',
    'write a new one into the directory and keep the newest N of this installation',
    (text) => wholeNumber('--keep', text),
  )
  .action(async (target, { keep }) => {
    const at = new Date();
    const file = keep === undefined ? newFile(target) : null;
    const config = readConfig();
    const write = async ({ url, owner }: Databases, progress: Progress) => {
      const { keys } = config;
      if (file !== null)
        return { path: file, removed: [], ...(await writeBackup(url, keys, file, at, progress)) };
      const place = { directory: resolve(target), keep: keep!, at };
      return makeBackup({ url, keys }, await readInstallation(owner.query), place, progress);
    };
    const { path, rows, tables, removed } = await withProgress((progress) =>
      withDatabases(config, 'backup', (databases) => write(databases, progress)),
    );
    console.log(`${path}: ${rows} rows of ${tables} tables, ${Math.ceil(statSync(path).size / 1024)} KB`);
    for (const one of removed) console.log(`removed ${one}`);
  });

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
