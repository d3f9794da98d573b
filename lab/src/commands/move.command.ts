import type { ClientBase } from 'pg';
import { readLabConfig } from '../configuration.ts';
import { moveCommand, type ProductMove } from '@solostead/server/backup';
import { commandLine } from '@solostead/server/commands';

/** The tables of the schema `private` with the figures of erased applications. */
const figures = ['erased_tally', 'erased_times', 'erased_stages', 'erased_reasons'];

/** Copies these figures. Repeated, it adds nothing: the larger of two counts is kept. */
async function carryErasedFigures(source: ClientBase, target: ClientBase): Promise<void> {
  for (const name of figures) {
    const table = `private.${name}`;
    const there = await source.query(`select 1 where to_regclass('${table}') is not null`);
    if (there.rowCount === 0) continue;
    const { rows } = await source.query<{ lines: string }>(
      `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as lines from ${table} t`,
    );
    await target.query(
      `insert into ${table} as t select * from jsonb_populate_recordset(null::${table}, $1::jsonb)
       on conflict on constraint ${name}_pkey do update set n = greatest(t.n, excluded.n)`,
      [rows[0]!.lines],
    );
  }
}

const INTAKE = ['is_closed', 'opens_on', 'opens_at', 'version', 'changed_at', 'changed_by'].join(', ');

/** Closes applications there if they are closed here, unless that was changed there later. */
async function carryIntake(source: ClientBase, target: ClientBase): Promise<void> {
  const { rows } = await source.query<{ intake: string }>(
    'select to_jsonb(i)::text as intake from private.intake i',
  );
  await target.query(
    `update private.intake i set (${INTAKE}) = (select ${INTAKE} from jsonb_populate_record(null::private.intake, $1::jsonb))
      where to_jsonb(i) <> $1::jsonb
        and (i.version = 1 or i.changed_at < ($1::jsonb ->> 'changed_at')::timestamptz)`,
    [rows[0]!.intake],
  );
}

const applications: ProductMove = {
  tables: [
    'private.application_links',
    'private.declined_reasons',
    'private.invitations',
    'private.opening_requests',
  ],
  skipped: {
    sentences: {
      'private.mails':
        'mails in the queue or in the history: this server sends those that wait, while it runs',
      'private.form_protection': `row with the settings of proof of work: look at ${commandLine('applications abuse-protection')}`,
      'private.rate_limits': `rate limits: set them there again as ${commandLine('limits')} shows them here`,
      'private.webhooks': 'webhooks: add them there again, each with its own secret',
    },
    transient: [
      'private.intake',
      'private.applicant_moves',
      'private.rate_counts',
      'private.hash_keys',
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
      ...figures.map((name) => `private.${name}`),
    ],
  },
  recount: 'select private.tally_applications_anew()',
  carryState: async (source, target) => {
    await carryErasedFigures(source, target);
    await carryIntake(source, target);
  },
};

export const command = moveCommand('applications', readLabConfig, applications);
