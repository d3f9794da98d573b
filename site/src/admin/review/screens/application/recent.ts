import { useEffect } from 'react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Row } from '../../kernel/data/shapes/row.ts';

/** A recently opened application in the palette. */
export type Recent = Pick<Row, 'id' | 'name' | 'email'>;

const MAX_RECENT = 5;
/** Kept in the query cache only, so it goes at sign-out. */
const queryKey = ['recent'];

/** The applications that were opened last in this tab, the latest first. */
export const recentOf = (client: QueryClient): readonly Recent[] =>
  client.getQueryData<readonly Recent[]>(queryKey) ?? [];

/** An application that is erased is not shown any more. */
export const forgetRecent = (client: QueryClient, id: string): void =>
  void client.setQueryData(
    queryKey,
    recentOf(client).filter((recent) => recent.id !== id),
  );

/** Keeps in mind the application that is open. */
export function useRecent(open: Row | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!open) return;
    const { id, name, email } = open;
    client.setQueryDefaults(queryKey, { gcTime: Infinity });
    const others = recentOf(client).filter((recent) => recent.id !== id);
    client.setQueryData(queryKey, [{ id, name, email }, ...others].slice(0, MAX_RECENT));
  }, [client, open]);
}
