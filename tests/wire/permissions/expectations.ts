import { applicationKeys } from '../../../supabase/functions/_shared/contract/application.ts';

/** Who sees rows: none, anyone with or without a session, the admins, or each their own. */
type ReadBy = 'none' | 'anyone' | 'admins' | 'admins and oneself' | 'oneself';

export interface TableExpectation {
  readonly readBy: ReadBy;
  /** Columns that anon and signed-in people may insert, in the table's order. */
  readonly inserts?: { readonly anon?: readonly string[]; readonly authenticated?: readonly string[] };
  readonly updates?: { readonly authenticated?: readonly string[] };
  readonly deletes?: { readonly authenticated?: true };
}

/** Every table of the data API. A new table belongs here before its migration can land. */
export const tables: Readonly<Record<string, TableExpectation>> = {
  applications: { readBy: 'admins', inserts: { anon: applicationKeys, authenticated: applicationKeys } },
  application_mails: { readBy: 'none' },
  user_roles: { readBy: 'oneself' },
  lab_terms: { readBy: 'anyone' },
  application_moves: { readBy: 'admins' },
  application_events: { readBy: 'admins' },
  application_notes: { readBy: 'admins' },
  application_note_versions: { readBy: 'admins' },
  application_ratings: { readBy: 'admins' },
  rating_criteria: { readBy: 'admins' },
  question_sets: { readBy: 'admins' },
  mail_templates: { readBy: 'admins' },
  review_tags: { readBy: 'admins' },
  review_batches: { readBy: 'admins' },
  review_batch_items: { readBy: 'none' },
  review_settings: { readBy: 'admins' },
  saved_views: {
    readBy: 'admins',
    inserts: { authenticated: ['name', 'query', 'shared'] },
    updates: { authenticated: ['name', 'query', 'shared'] },
    deletes: { authenticated: true },
  },
};

/** Every function of the data API and the lowest key that may call it. */
export const functions: Readonly<Record<string, 'anon' | 'authenticated' | 'service_role'>> = {
  is_admin: 'anon',
  confirm_email: 'anon',
  ask_for_confirmation_mail: 'service_role',
  claim_due_mails: 'service_role',
  finish_mail: 'service_role',
  mail_server_state: 'service_role',
  seconds_to_next_mail: 'service_role',
  resend_confirmation_mail: 'service_role',
  queue_forgotten_mails: 'service_role',
  release_applications: 'service_role',
  apply_retention: 'service_role',
  application_challenge: 'anon',
  resend_my_confirmation: 'anon',
  correct_my_email: 'anon',
  my_sessions: 'authenticated',
  end_my_session: 'authenticated',
  my_standing: 'authenticated',
  review_me: 'authenticated',
  review_access: 'authenticated',
  review_list: 'authenticated',
  review_count: 'authenticated',
  review_export: 'authenticated',
  review_mail_preview: 'authenticated',
  review_template_save: 'authenticated',
  review_move: 'authenticated',
  review_assign: 'authenticated',
  review_tag: 'authenticated',
  review_many: 'authenticated',
  review_undo: 'authenticated',
  review_note_add: 'authenticated',
  review_note_edit: 'authenticated',
  review_note_remove: 'authenticated',
  review_rate: 'authenticated',
  review_application: 'authenticated',
  review_pulse: 'authenticated',
  review_numbers: 'authenticated',
  review_resend_confirmation: 'authenticated',
  review_delete: 'authenticated',
  review_people: 'authenticated',
  review_set_access: 'authenticated',
  review_remove_member: 'authenticated',
  review_erase_member: 'authenticated',
  review_require_second_factor: 'authenticated',
  review_admit: 'service_role',
  review_account: 'service_role',
  review_access_of: 'service_role',
};
