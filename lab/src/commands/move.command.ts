import type { ClientBase, QueryResult } from 'pg';
import { readLabConfig } from '../configuration.ts';
import { commandLine, moveCommand, type ProductMove } from '@solostead/server/commands';

/** Copies the figures of erased applications. Repeated, it adds nothing: the larger of two counts is kept. */
async function carryErasedFacts(source: ClientBase, target: ClientBase): Promise<void> {
  const { rows } = await source.query<{ facts: string }>(
    `select coalesce(jsonb_agg(to_jsonb(f)), '[]')::text as facts from private.erased_facts f`,
  );
  await target.query(
    `insert into private.erased_facts as f select * from jsonb_populate_recordset(null::private.erased_facts, $1::jsonb)
     on conflict on constraint erased_facts_key do update set applications = greatest(f.applications, excluded.applications)`,
    [rows[0]!.facts],
  );
}

const SENT_PAGE_SIZE = 1000;

/** Copies the decision emails that were sent, which say what applicants know. Those that wait are sent by one side alone. */
async function carrySentDecisions(source: ClientBase, target: ClientBase): Promise<void> {
  let after: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (after) {
    const { rows }: QueryResult<{ id: string; sent: string }> = await source.query(
      `select m.id, to_jsonb(m)::text as sent from private.messages m
        where m.kind = 'review' and m.state = 'sent' and m.id > $1 order by m.id limit ${SENT_PAGE_SIZE}`,
      [after],
    );
    await target.query(
      `insert into private.messages
       select m.* from jsonb_populate_recordset(null::private.messages, $1::jsonb) m
         join public.application_status_periods p on (p.application_id, p.number, p.status) = (m.application_id, m.period, m.about)
       on conflict on constraint messages_pkey do update set bounced_at = excluded.bounced_at`,
      [`[${rows.map(({ sent }) => sent).join(',')}]`],
    );
    after = rows.at(-1)?.id;
  }
}

const INTAKE = ['is_closed', 'opens_on', 'opens_at', 'changed_at', 'changed_by'].join(', ');

/** Closes applications there if they are closed here, unless that was changed there later. */
async function carryIntake(source: ClientBase, target: ClientBase): Promise<void> {
  const { rows } = await source.query<{ intake: string }>(
    'select to_jsonb(i)::text as intake from private.intake i',
  );
  await target.query(
    `update private.intake i set (${INTAKE}) = (select ${INTAKE} from jsonb_populate_record(null::private.intake, $1::jsonb))
      where to_jsonb(i) - 'version' <> $1::jsonb - 'version'
        and (i.version = 1 or i.changed_at < ($1::jsonb ->> 'changed_at')::timestamptz)`,
    [rows[0]!.intake],
  );
}

const applications: ProductMove = {
  tables: [
    'private.applicant_links',
    'private.invitations',
    'private.opening_requests',
    'private.review_batches',
    'private.review_batch_items',
  ],
  skipped: {
    sentences: {
      'private.messages':
        'emails in the queue or in the history, of which sent decisions are copied: this server sends those that wait, while it runs',
      'private.form_protection': `row with the settings of proof of work: look at ${commandLine('applications abuse-protection')}`,
      'private.rate_limits': `rate limits: set them there again as ${commandLine('limits')} shows them here`,
      'private.webhooks': 'webhooks: add them there again, each with its own secret',
    },
    transient: [
      'private.intake',
      'private.applicant_moves',
      'private.application_moves',
      'private.rate_counts',
      'private.hash_keys',
      'private.spent_proofs',
      'private.requested_mails',
      'private.member_notices',
      'private.channels',
      'private.webhook_secrets',
      'private.exports',
      'private.erasures',
      'private.erased_facts',
      'private.promise_figures',
    ],
  },
  carryState: async (source, target) => {
    await carrySentDecisions(source, target);
    await carryErasedFacts(source, target);
    await carryIntake(source, target);
  },
};

export const command = moveCommand('applications', readLabConfig, applications);
