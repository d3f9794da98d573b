import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { answered, table } from '../kernel/data/call.ts';
import { maybe, row, type Status, status } from '../kernel/data/shapes/row.ts';

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

/** The possible moves by their source status. */
export const movesQuery = queryOptions({
  queryKey: ['moves'],
  queryFn: async () => {
    const rows = await answered(table('application_moves').select(), z.array(allowedMove));
    return (from: Status) => rows.filter((row) => row.from_status === from).map((row) => row.to_status);
  },
  staleTime: Infinity,
});
