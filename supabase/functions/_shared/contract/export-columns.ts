import { APPLICATION_KEYS } from './application.ts';

/** What an export of applications holds, in the order of its columns: in the browser and on the command line. */
export const EXPORT_COLUMNS = [
  'id',
  'created_at',
  ...APPLICATION_KEYS,
  'questions_version',
  'status',
  'status_changed_at',
  'email_confirmed_at',
  'confirmation_mail',
  'archived_at',
  'assignee',
  'tags',
  'rating',
  'source',
] as const;
