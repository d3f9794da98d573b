import { PostgrestClient } from '@supabase/postgrest-js';
import { connection, once, TIMEOUT_MS } from './connection.ts';
import { announceRefusal } from './refusal.ts';
import { fetchNotingRetryAfter } from './retry-after.ts';
import { readSession } from './session.ts';

/** `fetch` with the bearer of the session as it is now (refreshed when due). */
export const withBearer: typeof fetch = async (input, init) => {
  const session = await readSession();
  const headers = new Headers(init?.headers);
  if (session) headers.set('Authorization', `Bearer ${session.access_token}`);
  const response = await fetchNotingRetryAfter(input, { ...init, headers });
  if (response.status === 401 || response.status === 403) announceRefusal();
  return response;
};

/**
 * The data API as the signed-in member. A failed call is not retried, because a person is waiting and gets a message.
 */
export const memberData = once(
  () =>
    new PostgrestClient(`${connection.url}/rest/v1`, {
      headers: { apikey: connection.key },
      fetch: withBearer,
      timeout: TIMEOUT_MS,
      retry: false,
    }),
);
