import { FunctionsClient } from '@supabase/functions-js';
import { connection, once } from './connection.ts';
import { withBearer } from './member.ts';

/**
 * The server-side functions as the person who is signed in. Each call passes the timeout. The review list is shown
 * without them.
 */
export const memberFunctions = once(
  () =>
    new FunctionsClient(`${connection.url}/functions/v1`, {
      headers: { apikey: connection.key },
      customFetch: withBearer,
    }),
);
