import * as z from 'zod/mini';
import { maybe, row } from '../kernel/data/shapes/row.ts';

/** The present version, the detail of the database's refusal of a change. */
export const latest = z.object({
  row,
  latest: z.nullable(
    z.object({
      by: maybe,
      at: z.string(),
      kind: z.enum(['moved', 'assigned']),
      detail: z.object({ from: maybe, to: maybe }),
    }),
  ),
});

export type Latest = z.output<typeof latest>;
