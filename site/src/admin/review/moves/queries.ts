import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { answered, table } from '../kernel/data/call.ts';
import { maybe, row, status } from '../kernel/data/shapes/row.ts';
import { pathsOf } from './paths.ts';

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

const allowedMove = z.object({ from_status: status, to_status: status });

/** The moves that every screen offers. */
export const movesQuery = queryOptions({
  queryKey: ['moves'],
  queryFn: async () => pathsOf(await answered(table('application_moves').select(), z.array(allowedMove))),
  staleTime: Infinity,
});
