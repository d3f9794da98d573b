import { readConfig } from '../configuration/config.ts';
import { connect } from '../database/connections/connect.ts';
import {
  compareMigrations,
  type ComparedMigration,
  type MigrationState,
} from '../database/migrations/states.rules.ts';
import { migrate } from '../database/migrations/migrate.ts';
import { readApplied, readMigrations } from '../database/migrations/stored.ts';
import { commandLine } from '../process/command-line.ts';
import { defineCommand } from './define-command.ts';
import { withDatabases } from './with-databases.ts';

export const command = defineCommand('migrations')
  .description(
    'Lists the migrations of the database and of supabase/migrations, and what to do where they differ.',
  )
  .option(
    '--include-all',
    'apply every missing file first, also those older than the newest applied one',
    false,
  )
  .action(async ({ includeAll }) => {
    const config = readConfig();
    const files = readMigrations(config.supabaseDir);
    const compared = await withDatabases(
      config,
      'migrations',
      async ({ owner, url }) => {
        if (includeAll) await applyAll(url, config);
        return compareMigrations(await readApplied(owner.query), files);
      },
      { migrates: false },
    );
    for (const line of report(compared)) console.log(line);
  });

async function applyAll(url: string, config: Parameters<typeof migrate>[1]): Promise<void> {
  const client = await connect(url);
  try {
    const applied = await migrate(client, config, { acceptsLate: true, report: console.log });
    for (const file of applied) console.log(`applied ${file}`);
  } finally {
    await client.end();
  }
}

function report(compared: readonly ComparedMigration[]): string[] {
  if (compared.length === 0) return ['There are no migrations.'];
  const width = Math.max(...compared.map(({ version }) => version.length));
  const lines = compared.map(({ version, name, state }) =>
    `${version.padEnd(width)}  ${state.padEnd(14)}  ${name}`.trimEnd(),
  );
  const states = new Set(compared.map(({ state }) => state));
  const notes = Object.entries(advice).filter(([state]) => states.has(state as MigrationState));
  return [...lines, ...notes.map(([state, note]) => `${state}: ${note()}`)];
}

const advice: Readonly<Record<Exclude<MigrationState, 'applied'>, () => string>> = {
  missing: () => 'the next start applies it.',
  different: () =>
    'its file was edited after it was applied. Undo the edit and add a migration that makes the change.',
  'out of order': () =>
    `an applied migration is newer. Give its file a later time, or run "${commandLine('migrations --include-all')}".`,
  'without a file': () =>
    `bring its file back, or run "${commandLine('repair --status reverted VERSION')}" if it was deleted or renamed.`,
};
