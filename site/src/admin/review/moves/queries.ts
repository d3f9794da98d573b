import { queryOptions } from '@tanstack/react-query';
import { type Decoded, fields, list, nullable, oneOf, text } from '../../../supabase/decode.ts';
import { answered, table } from '../kernel/data/call.ts';
import { maybe, row, type Status, status } from '../kernel/data/shapes/row.ts';

/** The present version, the detail of the database's refusal of a change. */
export const latest = fields({
  row,
  latest: nullable(
    fields({
      by: maybe,
      at: text,
      kind: oneOf(['moved', 'assigned']),
      detail: fields({ from: maybe, to: maybe }),
    }),
  ),
});

export type Latest = Decoded<typeof latest>;

const allowedMove = fields({ from_status: status, to_status: status });

/** The possible moves by their source status. */
export const movesQuery = queryOptions({
  queryKey: ['moves'],
  queryFn: async () => {
    const rows = await answered(table('application_moves').select(), list(allowedMove));
    return (from: Status) => rows.filter((row) => row.from_status === from).map((row) => row.to_status);
  },
  staleTime: Infinity,
});
