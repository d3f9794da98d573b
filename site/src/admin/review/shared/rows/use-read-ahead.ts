import { useEffect } from 'react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '../../kernel/data/call.ts';
import { applicationQuery, evidenceQuery, samePersonQuery } from '../../kernel/data/queries.ts';
import { readAhead } from '../../kernel/data/shapes/application.ts';

/** The delay of prefetching in milliseconds, so that quick navigation loads nothing. */
const DEBOUNCE_MS = 120;

async function ask(client: QueryClient, ids: readonly string[]): Promise<void> {
  const missing = ids.filter((id) => !client.getQueryData(applicationQuery(id).queryKey));
  if (missing.length === 0) return;
  const ahead = await call('review_application_prefetch', { application_ids: missing }, z.array(readAhead));
  for (const { application, evidence, others } of ahead) {
    const { id } = application.row;
    const { queryKey } = applicationQuery(id);
    if (client.getQueryData(queryKey)) continue;
    client.setQueryData(queryKey, application);
    client.setQueryData(evidenceQuery(id).queryKey, evidence);
    client.setQueryData(samePersonQuery(id).queryKey, others);
    // Shown at once and asked for as soon as it is: that is what the access log has as its opening.
    void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  }
}

/** Prefetches the next application. The access log records a prefetch separately, and again when it is shown. */
export function useReadAhead(ids: readonly string[]): void {
  const client = useQueryClient();
  const wanted = ids.join();
  useEffect(() => {
    if (!wanted) return undefined;
    // An application that is not prefetched is loaded when it is shown.
    const timer = setTimeout(() => void ask(client, wanted.split(',')).catch(() => {}), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [client, wanted]);
}
