import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { savedQuery } from '../../../route/search.ts';
import type { View } from '../../../route/view.ts';
import { answered, table } from '../../kernel/data/call.ts';
import { inNaturalOrder } from '../../kernel/format/natural.ts';

/** Returns the part of a view that identifies it, without position, open application and arrangement. */
export const sameness = (view: View): string =>
  savedQuery({ ...view, screen: 'list', section: null, columns: null, after: null, open: null });

const savedView = z.object({
  id: z.string(),
  owner: z.string(),
  name: z.string(),
  view: z.record(z.string(), z.string()),
  tag: z.nullable(z.string()),
  shared: z.boolean(),
});

export type SavedView = z.output<typeof savedView>;

export const savedViewsQuery = queryOptions({
  queryKey: ['saved-views'],
  queryFn: async () =>
    (
      await answered(
        table('saved_views').select('id,owner,name,view,tag,shared').order('name'),
        z.array(savedView),
      )
    ).sort((one, other) => inNaturalOrder(one.name, other.name)),
  staleTime: 60_000,
});
