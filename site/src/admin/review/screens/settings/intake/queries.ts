import { queryOptions } from '@tanstack/react-query';
import { type Decoded, fields, flag, number, text } from '../../../../../supabase/decode.ts';
import { call } from '../../../kernel/data/call.ts';
import { maybe } from '../../../kernel/data/shapes/row.ts';

/** The state of applications. `opens_on` is YYYY-MM-DD. */
export const intake = fields({
  closed: flag,
  opens_on: maybe,
  version: number,
  changed_at: text,
  changed_by: maybe,
  /** The number of addresses waiting for the opening. */
  waiting: number,
});

export type Intake = Decoded<typeof intake>;

export const intakeQuery = queryOptions({
  queryKey: ['intake'],
  queryFn: () => call('review_intake', {}, intake),
});
