import type { UseQueryResult } from '@tanstack/react-query';
import { ErrorState, Skeleton } from './Placeholder.tsx';
import type { Elements } from '#ui/elements.ts';

interface Props<Data> {
  query: UseQueryResult<Data>;
  /** The height of the placeholder. */
  lines: number;
  children: (data: Data) => Elements;
}

/** The data of a query, or a placeholder while it loads, or its error with a retry. */
export function Loaded<Data>({ query, lines, children }: Props<Data>) {
  return (
    <>
      {query.isPending && <Skeleton lines={lines} />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data !== undefined && children(query.data)}
    </>
  );
}
