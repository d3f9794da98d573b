import { useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { applicationQuery, listQuery } from '../data/queries.ts';
import type { Row } from '../data/shapes.ts';
import type { View } from '../view/view.ts';

const NONE: readonly Row[] = [];

/** The rows of the list's page, none on other screens; those of the last page while `isStale`. */
export function useListedRows({ screen, filter, sort, descending, after }: View) {
  const isListed = screen === 'list';
  const page = useQuery({ ...listQuery(filter, sort, descending, after), enabled: isListed });
  const data = isListed ? page.data : undefined;
  return { rows: data?.rows ?? NONE, hasMore: data?.more ?? false, isStale: page.isPlaceholderData };
}

/** What is read next is asked for while this one is read. */
export function useReadAhead(next: Row | undefined, isReading: boolean): void {
  const client = useQueryClient();
  const id = isReading ? next?.id : undefined;
  useEffect(() => {
    if (id) void client.prefetchQuery(applicationQuery(id));
  }, [client, id]);
}
