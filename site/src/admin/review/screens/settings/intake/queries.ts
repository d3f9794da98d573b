import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '../../../kernel/data/call.ts';
import { maybe } from '../../../kernel/data/shapes/row.ts';

/** The state of applications. `opens_on` is YYYY-MM-DD. */
export const intake = z.object({
  closed: z.boolean(),
  opens_on: maybe,
  version: z.number(),
  changed_at: z.string(),
  changed_by: maybe,
  /** The number of addresses waiting for the opening. */
  waiting: z.number(),
});

export type Intake = z.output<typeof intake>;

export const intakeQuery = queryOptions({
  queryKey: ['intake'],
  queryFn: () => call('review_intake', {}, intake),
});
