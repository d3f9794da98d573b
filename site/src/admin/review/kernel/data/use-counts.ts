import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { applicationStatuses } from '@solostead/contract/statuses';
import { countQuery } from './queries.ts';
import type { Count, Status } from './shapes/row.ts';
import type { Filter } from '../../../route/filter.ts';
import { phrase } from '../words.ts';
import { formatCount } from '../format/number.ts';

/** A number of applications. `isOver` means that there are more. */
export interface Amount {
  readonly count: number;
  readonly isOver: boolean;
}

export const amountOf = ({ total, is_over }: Count): Amount => ({ count: total, isOver: is_over });

/** Returns the number of these statuses, undefined if the counting stopped early. */
function amountOfStatuses({ is_over, by_status }: Count, statuses: readonly Status[]): Amount | undefined {
  if (is_over) return undefined;
  return { count: statuses.reduce((sum, status) => sum + (by_status[status] ?? 0), 0), isOver: false };
}

/**
 * Returns the number of matches of a filter, undefined while it is counted. One count without the status serves every
 * choice of it. Only if it reached its limit are the chosen ones counted separately.
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

/** Returns the number of each status under all other filters, undefined until it is counted. */
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

/** Returns '1,000', or 'over 10,000' if the total is unknown, or '' while nothing is known. */
export function formatAmount(amount: Amount | undefined): string {
  if (!amount) return '';
  const count = formatCount(amount.count);
  return amount.isOver ? phrase`over ${count}` : count;
}

/** '1,000 applications', 'over 10,000 applications'. */
export const formatTotal = (total: Amount): string =>
  total.count === 1 && !total.isOver ? '1 application' : phrase`${formatAmount(total)} applications`;
