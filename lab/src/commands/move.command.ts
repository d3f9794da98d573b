import { readLabConfig } from '../configuration.ts';
import type { ProductMove } from '../../../server/src/move/move-database.ts';
import { carryErasedFigures } from '../erasure/carry-erased-figures.ts';
import { moveCommand } from '../../../server/src/commands/move-command.ts';
import { commandLine } from '../../../server/src/process/command-line.ts';

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

export const command = moveCommand('applications', readLabConfig, applications);
