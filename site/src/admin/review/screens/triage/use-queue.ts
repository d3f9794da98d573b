import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { reviewLimits } from '@solostead/contract/review-limits';
import { call } from '../../kernel/data/call.ts';
import { applicationQuery } from '../../kernel/data/queries.ts';
import { asReviewError } from '../../kernel/data/review-error.ts';
import { count as countShape, page } from '../../kernel/data/shapes/row.ts';
import { amountOf } from '../../kernel/data/use-counts.ts';
import { useKeyboard } from '../../kernel/keys/KeyboardProvider.tsx';
import { presentRoute } from '../../../route/address.ts';
import { useView } from '../../../route/use-view.ts';
import type { View } from '../../../route/view.ts';
import type { Cursor } from '../../../route/filter.ts';
import { mayBeFurther } from './position.ts';

/** The distance from the last loaded row at which more are loaded. */
const PREFETCH_DISTANCE = 15;

export type Queue = ReturnType<typeof useQueue>;

/** The rows of a view in the order at the start of reading. Decided ones keep their position. */
function useRows({ filter, sort, descending }: View) {
  const query = useInfiniteQuery({
    queryKey: ['triage', filter, sort, descending],
    queryFn: ({ pageParam: after }) =>
      call('review_list', { filter, sort, descending, after, page_size: reviewLimits.listPage }, page),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (last) => (last.more ? (last.rows.at(-1)?.cursor ?? null) : null),
    staleTime: Infinity,
    gcTime: 0,
  });
  const rows = useMemo(() => query.data?.pages.flatMap((each) => each.rows) ?? [], [query.data]);
  const count = useQuery({
    queryKey: ['triage', 'count', filter],
    queryFn: () => call('review_count', { filter }, countShape),
    staleTime: Infinity,
    gcTime: 0,
  });
  return { ...query, rows, total: count.data && amountOf(count.data) };
}

type Rows = ReturnType<typeof useRows>;

/** Returns the application of the address if it is not among the loaded ones, or none when it is gone. */
function useNamed(id: string | null, isAmong: boolean) {
  const shown = useRef<string | null>(null);
  const isWanted = id !== null && !isAmong;
  const { data, isPending, error, refetch } = useQuery({
    ...applicationQuery(id ?? ''),
    enabled: isWanted,
    select: ({ row }) => row,
  });
  const row = isWanted ? data : undefined;
  const cause = isWanted && !row && error ? error : null;
  const isGone = cause !== null && asReviewError(cause).errorKind === 'gone';
  useLayoutEffect(() => {
    if (row) shown.current = row.id;
  }, [row]);
  return {
    row,
    isPending: isWanted && isPending,
    isGone,
    /** The reason of a failed load. The application may still exist. */
    error: isGone ? null : cause,
    refetch,
    wasShown: (other: string) => shown.current === other,
  };
}

/** Loads the next page near the end of the loaded rows, and while the application of the address is sought. */
function usePrefetch(query: Rows, index: number, isSeeking: boolean): void {
  const { rows, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const isNear =
    rows.length - index < PREFETCH_DISTANCE && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isNear || (isSeeking && !isFetchingNextPage)) void fetchNextPage();
  }, [isNear, isSeeking, isFetchingNextPage, fetchNextPage]);
}

/** Returns the application to show and its index, -1 outside the loaded rows. Updates an address that names another. */
function useShown(query: Rows, isOver: boolean) {
  const { view, go } = useView();
  const { open } = view;
  const { rows, isPending } = query;
  const found = rows.findIndex(({ id }) => id === open);
  const isSeeking = mayBeFurther(open, query);
  const named = useNamed(open, found !== -1 || isPending || isSeeking);
  const index = isOver ? rows.length : named.row ? -1 : Math.max(found, 0);
  // Until it is known whether it is there, no other one is shown in its place.
  const isLooking = isSeeking || named.isPending || named.error !== null;
  const row = isLooking ? undefined : (named.row ?? rows[index]);
  usePrefetch(query, index, isSeeking);
  // Without an application in the address, or with one that is gone, reading begins at the first.
  useLayoutEffect(() => {
    if (row && row.id !== open) go({ open: row.id }, 'replace');
    if (!row && named.isGone) go({ open: null }, 'replace');
  }, [row, open, named.isGone, go]);
  return { row, index, named, isSeeking, isLooking };
}

/** Returns false if an answer is late, because another screen was opened since. */
const isReading = () => presentRoute().view.screen === 'triage';

/** Steps through a view one application at a time. The address has the position. */
export function useQueue() {
  const { view, go } = useView();
  const keyboard = useKeyboard();
  const query = useRows(view);
  const { rows, total, isPending, error, hasNextPage } = query;
  const [isAtEnd, setAtEnd] = useState(false);
  const isOver = view.open === null && (isAtEnd || (!isPending && !error && rows.length === 0));
  const { row, index, named, isSeeking, isLooking } = useShown(query, isOver);
  const show = (id: string) => {
    setAtEnd(false);
    go({ open: id }, 'replace');
  };
  const askForMore = async () => {
    const wait = keyboard.hold();
    const { data } = await query.fetchNextPage();
    const following = isReading() ? data?.pages.flatMap((each) => each.rows)[index + 1] : undefined;
    if (following) flushSync(() => show(following.id));
    (following ? wait.done : wait.fail)();
  };
  const next = () => {
    if (isLooking) return undefined;
    const following = rows[index + 1];
    if (following) return show(following.id);
    if (hasNextPage) return void askForMore();
    setAtEnd(true);
    return go({ open: null }, 'replace');
  };
  return {
    /** Null before the first rows are there, and after the last one is read. */
    row: row ?? null,
    /** The next loaded applications. */
    ahead: isLooking ? [] : rows.slice(index + 1, index + 3),
    /** From 1, null for an application that is shown but not among the loaded ones. */
    number: named.row ? null : index + 1,
    /** The number of loaded applications of the view. */
    loaded: rows.length,
    /** True if all of the view are loaded. */
    isWhole: !hasNextPage,
    /** The number at the start of reading, undefined while it is counted. */
    total,
    isOver,
    isPending: isPending || isSeeking || named.isPending,
    error: error ?? named.error,
    hasPrevious: !isLooking && index > 0,
    next,
    previous: () => rows[index - 1] && show(rows[index - 1]!.id),
    goTo: (id: string) =>
      isReading() && (rows.some((row) => row.id === id) || named.wasShown(id)) && show(id),
    retry: () => void (error ? query.refetch() : named.refetch()),
  };
}
