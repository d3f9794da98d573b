import type { ReactNode } from 'react';
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { once } from '../../supabase/connection.ts';
import { retries } from './read-error.ts';

// Renders a change of the cache before the browser can show a pressed radio button released again.
notifyManager.setScheduler(queueMicrotask);

/** One for all screens of the admin area. The page goes when another person signs in, and with it what was read. */
export const queryClient = once(
  () =>
    new QueryClient({
      defaultOptions: { queries: { ...retries, staleTime: 2_000, networkMode: 'always' } },
    }),
);

/** Lets a screen of the admin area read and change what the backend keeps. */
export function DataProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient()}>{children}</QueryClientProvider>;
}
