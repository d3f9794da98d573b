import { type Config, readConfig } from '../config.ts';
import { isPostgresUrl } from '../configuration/connection-url.ts';
import { moveBack, moveToSupabase, type ProductMove } from '../move/move-database.ts';
import { defineCommand, UsageError } from './define-command.ts';
import { withDatabases } from './with-databases.ts';

/** Creates the command `move`. `subjects` names the rows of a product, for the help. */
export function moveCommand(subjects: string, readProductConfig: () => Config, product: ProductMove) {
  return defineCommand('move')
    .description(
      `Moves to Supabase: ${subjects}, users with their passwords, identities, factors, passkeys ` +
        'and roles. Applies the migrations there, copies in one transaction, compares every row, and ' +
        'may be run again: it then brings what has changed since. Nothing is changed at the side it ' +
        'comes from. What is not moved is listed at the end.',
    )
    .argument('<DATABASE_URL>', "of the Supabase project's database (docs/supabase.md)", postgresUrl)
    .option('--back', 'the other way round: from the project to here')
    .action(async (supabaseUrl, { back }) => {
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

function postgresUrl(text: string): string {
  if (isPostgresUrl(text)) return text;
  throw new UsageError(
    'The target must be a PostgreSQL URL such as postgres://user:password@host:5432/postgres.',
  );
}

/** The move of a project without a product. */
export const command = moveCommand('all tables in public', readConfig, {
  skipped: { sentences: {}, transient: [] },
  recount: 'select',
  carryFigures: async () => {},
});
