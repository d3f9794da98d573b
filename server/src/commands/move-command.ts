import { type Config, readConfig } from '../configuration/config.ts';
import { isPostgresUrl } from '../configuration/connection-url.ts';
import { moveBack, moveToSupabase, type ProductMove } from '../move/move-database.ts';
import { defineCommand, UsageError } from './define-command.ts';
import { withDatabases } from './with-databases.ts';

/** Creates the command `move`. `subjects` names the rows of a product, for the help. */
export function moveCommand(subjects: string, readProductConfig: () => Config, product: ProductMove) {
  return defineCommand('move')
    .description(
      `Moves to Supabase: ${subjects}, users with their passwords, identities, factors, passkeys ` +
        'and roles. Applies the migrations there, copies in one transaction and compares every row. ' +
        'A second run copies what has changed since. The source is not changed. The last lines list ' +
        'what is not moved.',
    )
    .argument(
      '[DATABASE_URL]',
      `of the Supabase project's database, without a password (default: ${VARIABLE}; docs/supabase.md)`,
    )
    .option('--back', 'move from the project to here')
    .action(async (target, { back }) => {
      const supabaseUrl = targetOf(target, process.env[VARIABLE]);
      const config = readProductConfig();
      const move = back ? moveBack : moveToSupabase;
      const { migrated, tables, skipped, erased } = await withDatabases(config, 'move', ({ url }) =>
        move({ ownUrl: url, supabaseUrl, supabaseDir: config.supabaseDir }, product),
      );
      if (migrated.length > 0) console.log(`applied there: ${migrated.join(', ')}`);
      for (const { name, rows, others: more, unknownColumns } of tables) {
        const there = more > 0 ? `, ${more} more there already` : '';
        const left = unknownColumns.length > 0 ? `; not known there: ${unknownColumns.join(', ')}` : '';
        console.log(`${name}: ${rows} rows moved and compared${there}${left}`);
      }
      if (erased > 0) console.log(`erased there too, as one side had erased them: ${erased}`);
      for (const line of skipped) console.log(`not moved: ${line}`);
    });
}

/** The variable of the target. Every user of the machine can read the arguments of a program. */
const VARIABLE = 'SUPABASE_DATABASE_URL';

function targetOf(argument: string | undefined, variable: string | undefined): string {
  const url = argument ?? variable ?? '';
  if (!isPostgresUrl(url)) {
    throw new UsageError(
      `The target must be a PostgreSQL URL such as postgres://user:password@host:5432/postgres in ${VARIABLE}.`,
    );
  }
  if (argument !== undefined && hasPassword(argument)) {
    throw new UsageError(
      `Other users of this machine can read a password in the command line: set ${VARIABLE} instead.`,
    );
  }
  return url;
}

function hasPassword(url: string): boolean {
  const { password, searchParams } = new URL(url);
  return password !== '' || searchParams.has('password');
}

/** The move of a project without a product. */
export const command = moveCommand('all tables in public', readConfig, {
  skipped: { sentences: {}, transient: [] },
  tables: [],
  carryState: async () => {},
});
