import { resolve } from 'node:path';
import { readIdentity } from '../backup/container/encryption.ts';
import { type Restored, restoreEmbedded, restoreInto } from '../backup/restore.ts';
import { readConfigWithoutKeys } from '../configuration/config.ts';
import { withProgress } from '../process/with-progress.ts';
import { defineCommand } from './define-command.ts';

export const command = defineCommand('restore')
  .description(
    'Restores the rows and keys of a backup into an empty DATA_DIR, or into the empty ' +
      'database that DATABASE_URL names. It refuses a damaged, foreign or newer file before ' +
      'it changes anything. It compares each table with its hash in the backup, and restores all ' +
      'rows or none. It repeats the erasures since the backup, which erasures.jsonl next to it ' +
      'lists.',
  )
  .argument('<FILE>', 'a backup')
  .option('--identity <FILE>', 'the private key of an encrypted backup, as age-keygen writes it')
  .action(async (file, { identity }) => {
    const config = readConfigWithoutKeys();
    const backup = { path: resolve(file), identity: identity ? readIdentity(resolve(identity)) : null };
    report(
      await withProgress((progress) =>
        config.databaseDirectUrl
          ? restoreInto(config.databaseDirectUrl, backup, config, progress)
          : restoreEmbedded(backup, config, progress),
      ),
    );
  });

function report({ manifest, tables, rows, migrated, erased, unfilled, foreignErasures }: Restored): void {
  console.log(
    `Restored ${rows} rows of ${tables} tables, as they were at ${manifest.createdAt}; every table's hash agrees.`,
  );
  if (migrated.length > 0) console.log(`Then migrated by ${migrated.join(', ')}.`);
  if (erased > 0) console.log(`Erased again, as they were since: ${erased}.`);
  if (foreignErasures > 0)
    console.log(`Not erased: ${foreignErasures} that other installations list in erasures.jsonl.`);
  if (unfilled.length > 0)
    console.log(`Refresh these materialized views, which could not be filled: ${unfilled.join(', ')}.`);
  if (manifest.keys.jwtSecret) console.log('The backup was made with JWT_SECRET set: set it here too.');
}
