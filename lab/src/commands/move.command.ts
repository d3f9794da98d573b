import { readLabConfig } from '../configuration.ts';
import { isPostgresUrl } from '../../../server/src/configuration/connection-url.ts';
import { moveBack, moveToSupabase, type ProductMove } from '../../../server/src/move/move-database.ts';
import { carryErasedFigures } from '../erasure/carry-erased-figures.ts';
import { defineCommand } from '../../../server/src/commands/define-command.ts';
import { UsageError } from '../../../server/src/commands/usage-error.ts';
import { commandLine } from '../../../server/src/process/command-line.ts';
import { withDatabases } from '../../../server/src/commands/with-databases.ts';

const applications: ProductMove = {
  skipped: {
    sentences: {
      'private.brakes': `row with the settings of abuse protection: look at ${commandLine('applications abuse-protection')}`,
      'private.webhooks': 'webhooks: add them there anew, each with a secret of its own',
    },
    transient: [
      'private.application_attempts',
      'private.spent_proofs',
      'private.asked_mails',
      'private.mail_breaker',
      'private.member_mails',
      'private.member_notices',
      'private.mail_pace',
      'private.webhook_secrets',
      'private.webhook_deliveries',
      'private.application_tally',
      'private.application_tally_changes',
      'private.progress_tally',
      'private.progress_tally_changes',
      'private.exports',
      'private.erasures',
      'private.account_erasures',
      'private.erased_tally',
      'private.erased_times',
      'private.erased_stages',
    ],
  },
  recount: 'select private.tally_applications_anew()',
  carryFigures: carryErasedFigures,
};

export const command = defineCommand('move')
  .description(
    'Moves to Supabase: applications, users with their passwords, identities, factors, passkeys ' +
      'and roles. Applies the migrations there, copies in one transaction, compares every row, and ' +
      'may be run again: it then brings what has changed since. Nothing is changed at the side it ' +
      'comes from. What stays behind is told at the end.',
  )
  .argument('<DATABASE_URL>', "of the Supabase project's database (docs/supabase.md)", postgresUrl)
  .option('--back', 'the other way round: from the project to here')
  .action(async (supabaseUrl, { back }) => {
    const config = readLabConfig();
    const move = back ? moveBack : moveToSupabase;
    const { migrated, tables, skipped, erased } = await withDatabases(config, 'move', ({ url }) =>
      move({ ownUrl: url, supabaseUrl, supabaseDir: config.supabaseDir }, applications),
    );
    if (migrated.length > 0) console.log(`applied there: ${migrated.join(', ')}`);
    for (const { name, rows, others: more, leftBehind } of tables) {
      const there = more > 0 ? `, ${more} more there already` : '';
      const left = leftBehind.length > 0 ? `; not known there: ${leftBehind.join(', ')}` : '';
      console.log(`${name}: ${rows} rows moved and compared${there}${left}`);
    }
    if (erased > 0) console.log(`erased there too, as one side had erased them: ${erased}`);
    for (const line of skipped) console.log(`stays behind: ${line}`);
  });

function postgresUrl(text: string): string {
  if (isPostgresUrl(text)) return text;
  throw new UsageError(
    'The target must be a PostgreSQL URL such as postgres://user:password@host:5432/postgres.',
  );
}
