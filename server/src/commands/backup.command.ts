import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readInstallation } from '../backup/installation.ts';
import { type MadeBackup, makeBackup } from '../backup/make-backup.ts';
import { handOver } from '../backup/offsite.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { readConfig } from '../configuration/config.ts';
import { defineCommand, UsageError, wholeNumber } from './define-command.ts';
import type { Databases } from '../database/open-databases.ts';
import { type Progress, withProgress } from '../process/with-progress.ts';
import { UserError } from '../configuration/user-error.ts';
import { withDatabases } from './with-databases.ts';

export const command = defineCommand('backup')
  .description(
    'Writes a consistent copy of the database and the keys. Works while ' +
      'the server runs. With BACKUP_DIR set, the server makes one automatically every day. BACKUP_RECIPIENT encrypts ' +
      'it, and BACKUP_COMMAND gets it.',
  )
  .argument('<TARGET>', 'a new file (mode 600, because it contains every key), or a directory with --keep')
  .option(
    '--keep <N>',
    'write a new one into the directory and keep the newest N of this installation',
    (text) => wholeNumber('--keep', text),
  )
  .action(async (target, { keep }) => {
    const at = new Date();
    const file = keep === undefined ? newFile(target) : null;
    if (file === null) requireNoFile(resolve(target));
    const config = readConfig();
    const write = async ({ url, owner }: Databases, progress: Progress): Promise<MadeBackup> => {
      const source = { url, keys: config.keys, recipient: config.backup.recipient };
      if (file !== null)
        return { path: file, removed: [], ...(await writeBackup(source, file, at, progress)) };
      const place = { directory: resolve(target), keep: keep!, at };
      return makeBackup(source, await readInstallation(owner.query), place, progress);
    };
    const { command: program } = config.backup;
    await withProgress((progress) =>
      withDatabases(config, 'backup', async (databases) => {
        const made = await write(databases, progress);
        report(made);
        if (program !== null) await giveAway(program, databases, { path: made.path, at }, progress);
      }),
    );
  });

function report({ path, rows, tables, removed }: MadeBackup): void {
  console.log(`${path}: ${rows} rows of ${tables} tables, ${Math.ceil(statSync(path).size / 1024)} KB`);
  for (const one of removed) console.log(`removed ${one}`);
}

async function giveAway(
  program: string,
  { owner }: Databases,
  backup: { readonly path: string; readonly at: Date },
  progress: Progress,
): Promise<void> {
  progress('BACKUP_COMMAND runs');
  const { signal } = new AbortController();
  const isTaken = await handOver(owner.query, program, { ...backup, signal });
  console.log(isTaken ? 'BACKUP_COMMAND has taken it' : 'the server gives it to BACKUP_COMMAND');
}

function newFile(target: string): string {
  const path = resolve(target);
  requireFolder(dirname(path));
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw new UsageError(`${path} is a directory: say how many backups to keep there, such as --keep 7.`);
}

/** Refuses a directory that a file is in the way of, before the database is opened. */
function requireNoFile(directory: string): void {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new UserError(`${directory} exists already and is no directory: name another place.`);
}

function requireFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) throw new UserError(`There is no directory ${folder}: make it, or name another place.`);
  if (!found.isDirectory()) throw new UserError(`${folder} is no directory: name another place.`);
}
