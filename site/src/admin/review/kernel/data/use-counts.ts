import { hashKey, useQuery } from '@tanstack/react-query';
import { useMe } from './me.tsx';
import { countsQuery } from './queries.ts';
import type { Count, Status } from './shapes/row.ts';
import type { Filter } from '../../../route/filter.ts';
import { firstView, mineOf, toRead } from '../../../route/view.ts';
import { phrase } from '../words.ts';
import { formatApplications, formatCount } from '../format/number.ts';

/** A number of applications. `isOver` means that there are more. */
export interface Amount {
  readonly count: number;
  readonly isOver: boolean;
}

export const amountOf = ({ total, is_capped }: Count): Amount => ({ count: total, isOver: is_capped });

/** Counts a filter. Those of the built-in views share one request. */
function useCount(filter: Filter, isEnabled: boolean) {
  const { user_id: myId, mayReview } = useMe();
  const views = mayReview ? [toRead, mineOf(myId), firstView] : [firstView];
  const place = views.findIndex((view) => hashKey([view.filter]) === hashKey([filter]));
  const filters = place < 0 ? [filter] : views.map((view) => view.filter);
  return useQuery({
    ...countsQuery(filters),
    select: (counts) => counts[Math.max(place, 0)],
    placeholderData: (previous) => (previous?.length === filters.length ? previous : undefined),
    enabled: isEnabled,
  });
}

/** Returns the number of matches of a filter, undefined while it is counted. */
export function useTotal(filter: Filter, isEnabled = true) {
  const { data, isError } = useCount(filter, isEnabled);
  return { total: data && amountOf(data), isError };
}

/** Returns the number of each status under all other filters, undefined until it is known. */
export function useStatusCounts({ status: _chosen, ...others }: Filter) {
  const { data, dataUpdatedAt } = useCount(others, true);
  const ofStatus = (status: Status): Amount | undefined =>
    data && !data.is_capped ? { count: data.by_status[status] ?? 0, isOver: false } : undefined;
  return { ofStatus, dataUpdatedAt };
}

/** Returns '1,000', or 'over 100,000' if the total is unknown, or '' while nothing is known. */
export function formatAmount(amount: Amount | undefined): string {
  if (!amount) return '';
  const count = formatCount(amount.count);
  return amount.isOver ? phrase`over ${count}` : count;
}

/** '1,000 applications', 'over 100,000 applications'. */
export const formatTotal = (total: Amount): string =>
  total.isOver ? phrase`${formatAmount(total)} applications` : formatApplications(total.count);
