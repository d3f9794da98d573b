import { useState } from 'react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { reviewLimits } from '@solostead/contract/review-limits';
import { announceRefusal } from '#supabase/refusal.ts';
import { answered, call, table } from './call.ts';
import { noteAccess } from './last-admitted.ts';
import type { Cursor, Filter, Sort } from '../../../route/filter.ts';
import { applicationDetail, evidence, otherApplication, scoring, tagName } from './shapes/application.ts';
import { type Me, me as meShape, person } from './shapes/people.ts';
import { count, page } from './shapes/row.ts';
import { inNaturalOrder } from '../format/natural.ts';

/** Milliseconds. Other people's changes are reported by use-updates.ts. */
const SIDE_DATA_STALE_MS = 5 * 60_000;

/** All that may change when an application does. */
export const changing = {
  list: ['list'],
  count: ['count'],
  application: ['application'],
  clock: ['clock'],
  tags: ['tags'],
  /** Holds the own mails that leave soon. */
  updates: ['updates'],
} as const;

/**
 * Returns true if access is missing for another reason than the second factor. A session or a role ended, and the
 * guard finds out which.
 */
export const isShutOut = (me: Me | undefined): boolean =>
  me !== undefined && !me.access && (!me.second_factor_required || me.has_second_factor);

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async () => {
    const me = await call('my_account', {}, meShape);
    noteAccess(me);
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
  size: number = reviewLimits.listPage,
) =>
  queryOptions({
    queryKey: [...changing.list, filter, sort, descending, after, size],
    queryFn: () => call('review_list', { filter, sort, descending, after, page_size: size }, page),
    placeholderData: keepPreviousData,
  });

/** Counts the matches of each filter in one request. */
export const countsQuery = (filters: readonly Filter[]) =>
  queryOptions({
    queryKey: [...changing.count, filters],
    queryFn: () => call('review_counts', { filters }, z.array(count)),
    staleTime: 10_000,
  });

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: [...changing.application, id],
    queryFn: () => call('review_application', { application_id: id }, applicationDetail),
  });

export const scoringQuery = queryOptions({
  queryKey: ['scoring'],
  queryFn: () => call('review_scoring', {}, scoring),
  staleTime: 60_000,
});

export const evidenceQuery = (id: string) =>
  queryOptions({
    queryKey: [...changing.application, id, 'evidence'],
    queryFn: () => call('review_evidence', { application_id: id }, evidence),
    staleTime: SIDE_DATA_STALE_MS,
  });

export const samePersonQuery = (id: string) =>
  queryOptions({
    queryKey: [...changing.application, id, 'same-person'],
    queryFn: () => call('review_same_person', { application_id: id }, z.array(otherApplication)),
    staleTime: SIDE_DATA_STALE_MS,
  });

/** Returns true once the parts of an application that are loaded separately were loaded or had failed once. */
export function useHasParts(id: string): boolean {
  const [known, setKnown] = useState<string | null>(null);
  const parts = [useQuery(evidenceQuery(id)), useQuery(samePersonQuery(id))];
  // It stays so during another try of one that failed.
  if (known !== id && parts.every(({ isPending, failureCount }) => !isPending || failureCount > 0))
    setKnown(id);
  return known === id;
}

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: async () =>
    (await call('review_members', {}, z.array(person))).sort((one, other) =>
      inNaturalOrder(one.name || one.email, other.name || other.email),
    ),
  staleTime: 60_000,
});

export const tagsQuery = queryOptions({
  queryKey: changing.tags,
  queryFn: async () =>
    (await answered(table('review_tags').select('name').order('name').limit(500), z.array(tagName)))
      .map(({ name }) => name)
      .sort(inNaturalOrder),
  staleTime: 60_000,
});

/** Returns true if others' scores are hidden until the own ones are complete. */
export const useHidesOthers = (): boolean => useQuery(scoringQuery).data?.hides_others_until_scored ?? false;
