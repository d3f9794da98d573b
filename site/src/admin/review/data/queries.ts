import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { announceRefusal } from '../../../supabase/refusal.ts';
import { answered, call, table } from './call.ts';
import type {
  Count,
  Cursor,
  Filter,
  Me,
  Page,
  Person,
  SavedView,
  Sort,
  Status,
  Template,
  ApplicationDetail,
} from './shapes.ts';

const PAGE_SIZE = 50;

/** All that may change when an application does. */
const changing = { list: ['list'], count: ['count'], application: ['application'] } as const;

/** Without access, and not for want of a second factor: a session or a role is gone, and the guard finds out which. */
export const isShutOut = (me: Me | undefined): boolean =>
  me !== undefined && !me.access && (!me.second_factor_required || me.has_second_factor);

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async () => {
    const me = await call<Me>('review_me');
    if (isShutOut(me)) announceRefusal();
    return me;
  },
  staleTime: 60_000,
});

export const listQuery = (
  filter: Filter,
  sort: Sort,
  descending: boolean,
  after: Cursor | null,
  size = PAGE_SIZE,
) =>
  queryOptions({
    queryKey: [...changing.list, filter, sort, descending, after, size],
    queryFn: () => call<Page>('review_list', { filter, sort, descending, after, page_size: size }),
    placeholderData: keepPreviousData,
  });

export const countQuery = (filter: Filter) =>
  queryOptions({
    queryKey: [...changing.count, filter],
    queryFn: () => call<Count>('review_count', { filter }),
    staleTime: 10_000,
  });

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: [...changing.application, id],
    queryFn: () => call<ApplicationDetail>('review_application', { application_id: id }),
  });

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: () => call<readonly Person[]>('review_people'),
  staleTime: 60_000,
});

export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: async () =>
    (await answered<{ name: string }[]>(table('review_tags').select('name').order('name').limit(500))).map(
      ({ name }) => name,
    ),
  staleTime: 60_000,
});

/** Which moves there are, by where they start. */
export const movesQuery = queryOptions({
  queryKey: ['moves'],
  queryFn: async () => {
    const rows = await answered<{ from_status: Status; to_status: Status }[]>(
      table('application_moves').select(),
    );
    return (from: Status) => rows.filter((row) => row.from_status === from).map((row) => row.to_status);
  },
  staleTime: Infinity,
});

export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: () => answered<readonly Template[]>(table('mail_templates').select()),
  staleTime: 60_000,
});

export const savedViewsQuery = queryOptions({
  queryKey: ['saved-views'],
  queryFn: () =>
    answered<readonly SavedView[]>(table('saved_views').select('id,owner,name,query,shared').order('name')),
  staleTime: 60_000,
});
