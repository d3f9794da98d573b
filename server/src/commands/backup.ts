import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { keepNewest, pathInDirectory } from '../backup/backup-directory.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { readConfig } from '../config.ts';
import { runCommand } from './run-command.ts';
import { withDatabases } from './with-databases.ts';
import { UserError } from '../user-error.ts';

const HELP = `A copy of everything, as it is at one moment: the whole database and the keys. Works while the server runs.

  npm run backup -- FILE                  writes a new file (mode 600: it opens everything, keep it safe)
  npm run backup -- DIRECTORY --keep N    writes solostead-<time>.backup there and keeps the newest N

The way back: npm run restore -- FILE. With BACKUP_DIR set, the server makes one by itself every day.`;

await runCommand(HELP, async (args) => {
  const config = readConfig();
  const at = new Date();
  const [target, ...options] = args;
  const keep = readKeep(options);
  if (!target) throw new UserError('Name the file to write: npm run backup -- FILE.');
  if (keep === null && statSync(target, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UserError(
      `${resolve(target)} is a directory: say how many backups to keep there, such as --keep 7.`,
    );
  }
  const path = keep === null ? resolve(target) : pathInDirectory(resolve(target), at);
  const { tables, rows } = await withDatabases(config, 'backup', ({ url }) =>
    writeBackup(url, config.keys, path, at),
  );
  console.log(`${path}: ${rows} rows of ${tables} tables, ${Math.ceil(statSync(path).size / 1024)} KB`);
  if (keep !== null)
    for (const outdated of keepNewest(resolve(target), keep)) console.log(`removed ${outdated}`);
});

function readKeep(options: readonly string[]): number | null {
  if (options.length === 0) return null;
  const count = Number(options[1]);
  if (options.length === 2 && options[0] === '--keep' && Number.isInteger(count) && count > 0) return count;
  throw new UserError('After the directory comes --keep and how many backups to keep, such as --keep 7.');
}
