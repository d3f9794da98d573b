import { applicationKeys } from './application.ts';

/** The columns of an export of applications, in order, for the browser and the command line. */
export const exportColumns = [
  'id',
  'created_at',
  ...applicationKeys,
  'questions_version',
  'status',
  'status_changed_at',
  'email_confirmed_at',
  'confirmation_mail',
  'archived_at',
  'promise',
  'notified_at',
  'due_at',
  'assignee',
  'tags',
  'rating',
  'source',
  'evidence_link',
  'evidence_repository',
  'evidence_words',
] as const;
