import type { Cell } from './csv.ts';

/** What an export holds, in the order of its columns. */
export const columns = [
  'id',
  'created_at',
  'name',
  'email',
  'linkedin',
  'sectors',
  'q1',
  'q2',
  'q3',
  'q4',
  'q5',
  'q6',
  'q7',
  'status',
  'email_confirmed_at',
  'confirmation_mail',
  'archived_at',
] as const;

export type Application = Record<(typeof columns)[number], Cell>;
