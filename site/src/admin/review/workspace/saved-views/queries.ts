import { queryOptions } from '@tanstack/react-query';
import { type Decoded, fields, flag, list, text } from '../../../../supabase/decode.ts';
import { answered, table } from '../../kernel/data/call.ts';

const savedView = fields({ id: text, owner: text, name: text, query: text, shared: flag });

export type SavedView = Decoded<typeof savedView>;

export const savedViewsQuery = queryOptions({
  queryKey: ['saved-views'],
  queryFn: () =>
    answered(table('saved_views').select('id,owner,name,query,shared').order('name'), list(savedView)),
  staleTime: 60_000,
});
