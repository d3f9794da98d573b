import { FunctionsClient } from '@supabase/functions-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { connection, once, TIMEOUT_MS } from './connection.ts';
import { fetchNotingRetryAfter } from './retry-after.ts';

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
