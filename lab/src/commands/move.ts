import { readLabConfig } from '../configuration.ts';
import { isSeveralHosts } from '../../../server/src/configuration/connection-url.ts';
import { moveBack, moveToSupabase, type ProductMove } from '../../../server/src/move/move-database.ts';
import { runCommand } from '../../../server/src/commands/run-command.ts';
import { withDatabases } from '../../../server/src/commands/with-databases.ts';
import { UserError } from '../../../server/src/user-error.ts';

const HELP = `Moves to Supabase: applications, users with their passwords, identities, factors, passkeys and roles.

  npm run move -- DATABASE_URL           of the Supabase project's database (docs/supabase.md)
  npm run move -- --back DATABASE_URL    the other way round: from the project to here

Applies the migrations there, copies in one transaction, compares every row, and may be run again: it then brings what
has changed since. Nothing is changed at the side it comes from. What stays behind is told at the end.`;

const applications: ProductMove = {
  skipped: {
    sentences: {
      'private.brakes':
        'row with the settings of abuse protection: look at npm run applications -- abuse-protection',
    },
    transient: [
      'private.application_attempts',
      'private.spent_proofs',
      'private.asked_mails',
      'private.mail_breaker',
      'private.application_tally',
      'private.application_tally_changes',
    ],
  },
  recount: 'select private.tally_applications_anew()',
};

await runCommand(HELP, async (args) => {
  const [supabaseUrl, ...others] = args.filter((arg) => arg !== '--back');
  if (!supabaseUrl || others.length > 0)
    throw new UserError(
      "Name the project's database: npm run move -- postgres://user:password@host:5432/postgres.",
    );
  if (!isSeveralHosts(supabaseUrl) && !URL.canParse(supabaseUrl))
    throw new UserError(
      'The target must be a PostgreSQL URL such as postgres://user:password@host:5432/postgres.',
    );
  const config = readLabConfig();
  const move = args.includes('--back') ? moveBack : moveToSupabase;
  const { migrated, tables, skipped } = await withDatabases(config, 'move', ({ url }) =>
    move({ ownUrl: url, supabaseUrl, supabaseDir: config.supabaseDir }, applications),
  );
  if (migrated.length > 0) console.log(`applied there: ${migrated.join(', ')}`);
  for (const { name, rows, others: more, leftBehind } of tables) {
    const there = more > 0 ? `, ${more} more there already` : '';
    const left = leftBehind.length > 0 ? `; not known there: ${leftBehind.join(', ')}` : '';
    console.log(`${name}: ${rows} rows moved and compared${there}${left}`);
  }
  for (const line of skipped) console.log(`stays behind: ${line}`);
});
