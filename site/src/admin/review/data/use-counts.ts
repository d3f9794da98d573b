import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { applicationStatuses } from '../../../../../supabase/functions/_shared/contract/statuses.ts';
import { countQuery } from './queries.ts';
import type { Count, Filter, Status } from './shapes/row.ts';

/** A number of applications; `isOver`: there are more, and how many is not known. */
export interface Amount {
  readonly count: number;
  readonly isOver: boolean;
}

export const amountOf = ({ total, is_over }: Count): Amount => ({ count: total, isOver: is_over });

/** How many of these statuses: undefined where the counting ended before it knew. */
function amountOfStatuses({ is_over, by_status }: Count, statuses: readonly Status[]): Amount | undefined {
  if (is_over) return undefined;
  return { count: statuses.reduce((sum, status) => sum + (by_status[status] ?? 0), 0), isOver: false };
}

/**
 * How many match a filter; undefined while they are counted. One count without the status answers for every choice of
 * it; only where that one ended at its limit, the chosen ones are counted by themselves.
 */
export function useTotal(filter: Filter): { total: Amount | undefined; isError: boolean } {
  const { status, ...others } = filter;
  const all = useQuery({ ...countQuery(others), placeholderData: keepPreviousData });
  const isApart = status !== undefined && all.data?.is_over === true && !all.isPlaceholderData;
  const chosen = useQuery({ ...countQuery(filter), placeholderData: keepPreviousData, enabled: isApart });
  const answered = status && all.data ? amountOfStatuses(all.data, status) : all.data && amountOf(all.data);
  return {
    total: answered ?? (chosen.data && amountOf(chosen.data)),
    isError: all.isError || (isApart && chosen.isError),
  };
}

/** How many there are of each status under all filters but the status; undefined of what is not counted yet. */
export function useStatusCounts({ status: _chosen, ...others }: Filter) {
  const { data: all, dataUpdatedAt } = useQuery(countQuery(others));
  const each = useQueries({
    queries: applicationStatuses.map((status) => ({
      ...countQuery({ ...others, status: [status] }),
      enabled: all?.is_over === true,
    })),
  });
  const ofStatus = (status: Status): Amount | undefined => {
    const alone = each[applicationStatuses.indexOf(status)]?.data;
    return (all && amountOfStatuses(all, [status])) ?? (all && alone && amountOf(alone));
  };
  return { ofStatus, dataUpdatedAt };
}
