import type { ClientBase } from 'pg';
import { readLabConfig } from '../configuration.ts';
import type { ProductMove } from '../../../server/src/move/move-database.ts';
import { moveCommand } from '../../../server/src/commands/move-command.ts';
import { commandLine } from '../../../server/src/process/command-line.ts';

const figures = [
  { table: 'private.erased_tally', key: 'erased_tally_pkey' },
  { table: 'private.erased_times', key: 'erased_times_pkey' },
  { table: 'private.erased_stages', key: 'erased_stages_pkey' },
] as const;

/** Copies the figures of erased applications. Repeated, it adds nothing: the larger of two counts is kept. */
async function carryErasedFigures(source: ClientBase, target: ClientBase): Promise<void> {
  for (const { table, key } of figures) {
    const there = await source.query(`select 1 where to_regclass('${table}') is not null`);
    if (there.rowCount === 0) continue;
    const { rows } = await source.query<{ lines: string }>(
      `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as lines from ${table} t`,
    );
    await target.query(
      `insert into ${table} as t select * from jsonb_populate_recordset(null::${table}, $1::jsonb)
       on conflict on constraint ${key} do update set n = greatest(t.n, excluded.n)`,
      [rows[0]!.lines],
    );
  }
}

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
