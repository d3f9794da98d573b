import { resolve } from 'node:path';
import { readIdentity } from '../backup/encryption.ts';
import { type Restored, restoreEmbedded, restoreInto } from '../backup/restore.ts';
import { readConfigWithoutKeys } from '../configuration/config.ts';
import { withProgress } from '../process/with-progress.ts';
import { defineCommand } from './define-command.ts';

export const command = defineCommand('restore')
  .description(
    'Brings back what a backup holds, rows and keys: into an empty DATA_DIR, or into the empty ' +
      'database that DATABASE_URL names. A damaged, foreign or newer file is refused before ' +
      'anything is touched; every table is compared with the hash it had when the backup was made, ' +
      'and all of it arrives or nothing; what was erased since, as erasures.jsonl next to the backup ' +
      'says, is erased again before that.',
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
  if (migrated.length > 0) console.log(`Then brought up to date by ${migrated.join(', ')}.`);
  if (erased > 0) console.log(`Erased again, as they were since: ${erased}.`);
  if (foreignErasures > 0)
    console.log(`Not erased: ${foreignErasures} that other installations list in erasures.jsonl.`);
  if (unfilled.length > 0)
    console.log(`Refresh these materialized views, which could not be filled: ${unfilled.join(', ')}.`);
  if (manifest.keys.jwtSecret) console.log('The backup was made with JWT_SECRET set: set it here too.');
}
