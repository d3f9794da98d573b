import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backupsIn } from '../../../server/src/backup/backup-directory.ts';
import { restoreEmbedded } from '../../../server/src/backup/restore.ts';
import { readConfigWithoutKeys } from '../../../server/src/config.ts';
import { connect } from '../../../server/src/database/connections/connect.ts';
import { defineCommand } from '../../../server/src/commands/define-command.ts';
import { makeFolder } from '../../../server/src/configuration/make-folder.ts';
import { UserError } from '../../../server/src/user-error.ts';

const invariants = [
  [
    'every role belongs to a user',
    'select 1 from public.user_roles r where not exists (select 1 from auth.users u where u.id = r.user_id)',
  ],
  ['every application has an e-mail', `select 1 from public.applications where email is null or email = ''`],
] as const;

export const command = defineCommand('drill')
  .description(
    'Proves that the newest backup can be restored, without touching anything in use. Restores ' +
      "into a scratch database, compares every table's hash, checks foreign keys and that an admin " +
      'can still sign in, prints how old the data is and how long it took, and removes the scratch.',
  )
  .argument('[PLACE]', 'a backup, or a directory whose newest one it is (default: BACKUP_DIR)')
  .action(async (given) => {
    const config = readConfigWithoutKeys();
    const path = newest(given ?? config.backup.dir);
    const started = performance.now();
    makeFolder(config.dataDir);
    const scratch = mkdtempSync(join(config.dataDir, 'drill-'));
    try {
      const { manifest, rows, tables, erased } = await restoreEmbedded(
        path,
        { ...config, dataDir: scratch },
        check,
      );
      const hours = (Date.now() - Date.parse(manifest.createdAt)) / 3_600_000;
      console.log(`${path}: ${rows} rows of ${tables} tables came back, every hash agrees.`);
      if (erased > 0) console.log(`erased again, as they were since: ${erased}`);
      console.log(`age of the data: ${hours.toFixed(1)} hours`);
      console.log(`time to restore: ${((performance.now() - started) / 1000).toFixed(1)} seconds`);
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  });

function newest(place: string | null): string {
  if (!place) throw new UserError('Name a backup or a directory of backups, or set BACKUP_DIR.');
  const path = resolve(place);
  const found = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? backupsIn(path).at(-1) : path;
  if (!found) throw new UserError(`There is no backup in ${path}.`);
  return found;
}

/** Checks what is true in every good copy. @throws UserError */
async function check(url: string): Promise<void> {
  const client = await connect(url);
  try {
    for (const [sentence, query] of invariants) {
      const { rows } = await client.query(query);
      if (rows.length > 0) throw new UserError(`It does not hold that ${sentence}.`);
    }
  } finally {
    await client.end();
  }
}
