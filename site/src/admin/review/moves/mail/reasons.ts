import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { answered, table } from '../../kernel/data/call.ts';

/** A reason to decline. `position` is the digit that chooses it in the menu of moves. */
const reason = z.object({ key: z.string(), position: z.number(), label: z.string(), sentence: z.string() });

export type Reason = z.output<typeof reason>;

export const reasonsQuery = queryOptions({
  queryKey: ['reasons'],
  queryFn: () => answered(table('decline_reasons').select().order('position'), z.array(reason)),
  staleTime: Infinity,
});
