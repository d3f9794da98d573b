import { Option } from '@commander-js/extra-typings';
import { readConfig } from '../configuration/config.ts';
import { markApplied, markReverted, readMigrations } from '../database/migrations/stored.ts';
import { defineCommand } from './define-command.ts';
import { withDatabases } from './with-databases.ts';

const status = new Option('--status <STATUS>', 'record them as applied, or remove their records')
  .choices(['applied', 'reverted'] as const)
  .makeOptionMandatory();

export const command = defineCommand('repair')
  .description('Marks migrations as applied or reverted, without running anything.')
  .argument('<VERSION...>', 'the numbers that their files begin with')
  .addOption(status)
  .action(async (versions, { status: newStatus }) => {
    const config = readConfig();
    await withDatabases(
      config,
      'repair',
      ({ owner }) =>
        owner.transaction((query) =>
          newStatus === 'applied'
            ? markApplied(query, readMigrations(config.supabaseDir), versions)
            : markReverted(query, versions),
        ),
      { migrates: false },
    );
    for (const version of versions) console.log(`${version} ${newStatus}`);
  });
