import { FunctionsClient } from '@supabase/functions-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { connection, once } from './connection.ts';
import { fetchNotingRetryAfter } from './retry-after.ts';

/** The timeout of a call in milliseconds, because a person is waiting. */
export const TIMEOUT_MS = 20_000;

/** The data API as an anonymous user, with the publishable key and no token, even while a member is signed in. */
export const visitorData = once(
  () =>
    new PostgrestClient(`${connection.url}/rest/v1`, {
      headers: { apikey: connection.key },
      fetch: fetchNotingRetryAfter,
      timeout: TIMEOUT_MS,
      retry: false,
    }),
);

/** The server-side functions as a visitor. Each call passes the timeout. */
export const visitorFunctions = once(
  () =>
    new FunctionsClient(`${connection.url}/functions/v1`, {
      headers: { apikey: connection.key },
      customFetch: fetchNotingRetryAfter,
    }),
);
