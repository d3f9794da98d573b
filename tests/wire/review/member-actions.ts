import { makeMember } from '../../harness/member.ts';
import { type Action, type Desk, mail } from './logged-desk.ts';

export const review =
  (name: string, parameters: object = {}) =>
  ({ reviewer, id }: Desk) =>
    reviewer.call(name, { application_id: id, ...parameters });

export const move =
  (to_status: string, more: object = {}) =>
  async ({ reviewer, id }: Desk) => {
    const { row } = await reviewer.open(id);
    return (await reviewer.move(id, to_status, { seen_version: row.version, ...more })).batch_id;
  };
const decline = move('declined');
const interview = async (desk: Desk, more: object = {}) => {
  await move('in_review')(desk);
  return move('interview', more)(desk);
};
const versionOf = (table: string) => (desk: Desk) =>
  desk.server.value<number>(`select version from ${table} limit 1`);
const webhook = async ({ owner }: Desk) =>
  (
    await owner.call<{ id: string }>('review_webhook_add', {
      kind: 'webhook',
      url: 'https://hooks.example.org/',
      events: ['application.moved'],
    })
  ).id;

/** A member's actions, by their function. */
export const memberActions: Readonly<Record<string, Action>> = {
  review_application: { kinds: 'opened', act: review('review_application') },
  review_evidence: { kinds: 'opened', act: review('review_evidence') },
  review_same_person: { kinds: 'opened', act: review('review_same_person') },
  review_note_versions: {
    kinds: 'opened',
    act: ({ owner, note }) => owner.call('review_note_versions', { note_id: note.id }),
  },
  review_application_prefetch: {
    kinds: 'prefetched',
    act: ({ owner, id }) => owner.call('review_application_prefetch', { application_ids: [id] }),
  },
  review_person_data: {
    kinds: 'data_downloaded',
    act: ({ owner, id }) => owner.call('review_person_data', { application_id: id }),
  },
  review_move: {
    kinds: 'moved moved mail_queued',
    act: review('review_move', { seen_version: 1, path: ['in_review', 'interview'], mail }),
  },
  review_assign: {
    kinds: 'assigned',
    act: ({ reviewer, id }) =>
      reviewer.call('review_assign', { application_id: id, seen_version: 1, assignee: reviewer.id }),
  },
  review_tag: { kinds: 'tagged', act: review('review_tag', { change: { add_tag: 'heron' } }) },
  review_change_many: {
    kinds: 'tagged',
    act: ({ reviewer, id }) => reviewer.many([id], { add_tag: 'heron' }),
  },
  review_undo: {
    kinds: 'moved mail_stopped undone',
    lead: (desk) => interview(desk, { mail }),
    act: ({ reviewer }, batch) => reviewer.undo(batch),
  },
  review_note_add: { kinds: 'note_added', act: review('review_note_add', { body: 'A heron', mentions: [] }) },
  review_note_edit: {
    kinds: 'note_edited',
    act: ({ reviewer, note }) =>
      reviewer.call('review_note_edit', {
        note_id: note.id,
        seen_version: 1,
        body: 'Another heron',
        mentions: [],
      }),
  },
  review_note_remove: {
    kinds: 'note_removed',
    act: ({ reviewer, note }) => reviewer.call('review_note_remove', { note_id: note.id }),
  },
  review_note_restore: {
    kinds: 'note_added',
    lead: ({ reviewer, note }) => reviewer.call('review_note_remove', { note_id: note.id }),
    act: ({ reviewer, note }) => reviewer.call('review_note_restore', { note_id: note.id }),
  },
  review_reply_add: { kinds: 'reply_added', act: review('review_reply_add', { body: 'A heron’s answer' }) },
  review_reply_remove: {
    kinds: 'reply_removed',
    lead: async (desk) =>
      (
        await desk.reviewer.call<{ id: string }>('review_reply_add', {
          application_id: desk.id,
          body: 'A heron’s answer',
        })
      ).id,
    act: ({ reviewer }, reply_id) => reviewer.call('review_reply_remove', { reply_id }),
  },
  review_bounce_set: {
    kinds: 'bounced bounce_cleared',
    act: async (desk) => {
      await review('review_bounce_set')(desk);
      await review('review_bounce_set', { bounced: false })(desk);
    },
  },
  review_interview_set: {
    kinds: 'interview_set',
    lead: interview,
    act: review('review_interview_set', { interview_at: '2027-01-01T09:30:00Z' }),
  },
  review_rate: { kinds: 'rated', act: review('review_rate', { criterion: 'craft', score: 3 }) },
  review_rate_overall: { kinds: 'rated', act: review('review_rate_overall', { overall: true }) },
  review_evidence_request: { kinds: 'evidence_requested', act: review('review_evidence_request') },
  review_mail_send: { kinds: 'mail_queued', lead: decline, act: review('review_mail_send', { mail }) },
  review_mail_stop: {
    kinds: 'mail_stopped',
    lead: move('declined', { mail }),
    act: review('review_mail_stop'),
  },
  review_mail_edit_end: {
    kinds: 'mail_edited',
    lead: move('declined', { mail }),
    act: async (desk) => {
      const { key } = (await review('review_mail_edit')(desk)) as { key: string };
      await review('review_mail_edit_end', { key, mail })(desk);
    },
  },
  review_notified_set: {
    kinds: 'notified',
    lead: decline,
    act: review('review_notified_set', { seen_status: 'declined' }),
  },
  review_mail_retry: {
    kinds: 'mail_retried',
    lead: async (desk) => {
      await move('declined', { mail })(desk);
      return desk.server
        .value`update private.messages set state = 'failed' where application_id = ${desk.id} and kind = 'review' returning id`;
    },
    act: ({ reviewer }, mail_id) => reviewer.call('review_mail_retry', { mail_id }),
  },
  review_confirmation_resend: {
    kinds: 'confirmation_resent',
    lead: ({ server, id }) =>
      server.sql`update public.applications set email_confirmed_at = null where id = ${id}`,
    act: review('review_confirmation_resend'),
  },
  review_erase: {
    kinds: 'erasure_requested',
    act: ({ owner, id }) => owner.call('review_erase', { application_id: id }),
  },
  review_erase_undo: {
    kinds: 'erasure_undone',
    lead: ({ owner, id }) => owner.call('review_erase', { application_id: id }),
    act: ({ owner, id }) => owner.call('review_erase_undo', { application_id: id }),
  },
  review_export: {
    kinds: 'export_started export_ended',
    act: ({ owner }) => owner.call('review_export', { filter: { search: 'heron' } }),
  },
  review_export_stop: {
    kinds: 'export_stopped',
    lead: async ({ owner }) =>
      (await owner.call<{ export_id: string }>('review_export', { page_size: 1 })).export_id,
    act: ({ owner }, export_id) => owner.call('review_export_stop', { export_id }),
  },
  review_access_log_export: {
    kinds: 'log_exported',
    act: ({ owner }) => owner.call('review_access_log_export'),
  },
  review_template_save: {
    kinds: 'template_changed',
    lead: ({ server }) =>
      server.value<number>`select version from public.mail_templates where status = 'accepted'`,
    act: ({ owner }, seen_version) =>
      owner.call('review_template_save', { status: 'accepted', seen_version, ...mail }),
  },
  review_lab_settings_save: {
    kinds: 'settings_changed',
    lead: versionOf('public.lab_settings'),
    act: ({ owner }, seen_version) =>
      owner.call('review_lab_settings_save', { seen_version, time_zone: 'UTC', delay: 'morning' }),
  },
  review_terms_save: {
    kinds: 'settings_changed',
    lead: ({ server }) => server.value<string>`select to_jsonb(t) - 'only_row' from public.lab_terms t`,
    act: ({ owner }, terms) => {
      const { version, ...stored } = terms as unknown as { version: number };
      return owner.call('review_terms_save', { ...stored, seen_version: version, answer_days: 11 });
    },
  },
  review_intake_save: {
    kinds: 'settings_changed',
    lead: versionOf('private.intake'),
    act: ({ owner }, seen_version) => owner.call('review_intake_save', { seen_version, closed: true }),
  },
  review_member_access_set: {
    kinds: 'access_changed',
    lead: async ({ server }) => (await makeMember(server, 'heron@lab.example', 'reader')).id,
    act: ({ owner }, user_id) => owner.call('review_member_access_set', { user_id, access: 'reviewer' }),
  },
  review_member_remove: {
    kinds: 'member_removed',
    lead: async ({ server }) => (await makeMember(server, 'egret@lab.example', 'reader')).id,
    act: ({ owner }, user_id) => owner.call('review_member_remove', { user_id }),
  },
  review_webhook_add: { kinds: 'webhook_added', act: webhook },
  review_webhook_change: {
    kinds: 'webhook_changed',
    lead: webhook,
    act: ({ owner }, webhook_id) => owner.call('review_webhook_change', { webhook_id, paused: true }),
  },
  review_webhook_secret_rotate: {
    kinds: 'webhook_secret_renewed',
    lead: webhook,
    act: ({ owner }, webhook_id) => owner.call('review_webhook_secret_rotate', { webhook_id }),
  },
  review_webhook_remove: {
    kinds: 'webhook_removed',
    lead: webhook,
    act: ({ owner }, webhook_id) => owner.call('review_webhook_remove', { webhook_id }),
  },
};
