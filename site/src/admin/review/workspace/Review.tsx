import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { onRefusal } from '../../../supabase/refusal.ts';
import { lazyScreen } from '../../../ui/lazy/lazy-screen.tsx';
import { queryClient } from '../../data/DataProvider.tsx';
import { presentRoute } from '../../route/address.ts';
import { wasAdmitted } from '../kernel/data/last-admitted.ts';
import { isShutOut, listQuery, meQuery } from '../kernel/data/queries.ts';
import { MeProvider, type Member } from '../kernel/data/me.tsx';
import { asReviewError } from '../kernel/data/review-error.ts';
import { ErrorState, Skeleton } from '../kernel/states/Placeholder.tsx';
import { Workspace } from './Workspace.tsx';

const SecondFactorRequired = lazyScreen(() => import('./SecondFactorRequired.tsx'));

/** Milliseconds after which the access of a person without one is read again. */
const READ_AGAIN_AFTER_MS = 4_000;

/**
 * Prefetches the member's access, and the first page of the list if they were admitted last time. The database
 * refuses it to others.
 * @public called by the admin area once it has loaded this module
 */
export async function readAhead(): Promise<void> {
  const client = queryClient();
  void client.prefetchQuery(meQuery);
  if (!(await wasAdmitted())) return;
  const { screen, filter, sort, descending, after } = presentRoute().view;
  if (screen === 'list') void client.prefetchQuery(listQuery(filter, sort, descending, after));
}

const isRefused = (error: unknown) => ['signed-out', 'forbidden'].includes(asReviewError(error).errorKind);

/** The review workspace for admitted members. */
export default function Review() {
  const me = useQuery({
    ...meQuery,
    refetchInterval: ({ state }) => (isShutOut(state.data) ? READ_AGAIN_AFTER_MS : false),
  });
  const { refetch } = me;
  useEffect(() => onRefusal(() => void refetch({ cancelRefetch: false })), [refetch]);
  if (me.isPending) return <Skeleton lines={8} />;
  // The work that is open stays while there is no answer, and goes when access is refused.
  if (me.isLoadingError || (me.isError && isRefused(me.error)))
    return <ErrorState error={me.error} onRetry={() => void me.refetch()} />;
  if (isShutOut(me.data)) return <Skeleton lines={8} />;
  if (!me.data.access) return <SecondFactorRequired />;
  return (
    <MeProvider value={me.data as Member}>
      <Workspace />
    </MeProvider>
  );
}
