import { AuthClient } from '@supabase/auth-js';
import { connection, once } from './connection.ts';
import { fetchNotingRetryAfter } from './retry-after.ts';
import { SESSION_KEY, sessionStore } from './session-storage.ts';

/**
 * The auth client. The library refreshes automatically (contract P3.5), with ticks, back-off (contract P9.2) and
 * events between tabs. The session is in local storage where possible (session-storage.ts). The client takes nothing
 * from an address, because a link must not put a session into a browser that did not ask for it
 * (admin/auth-callback/auth-callback.ts).
 */
export const auth = once(
  () =>
    new AuthClient({
      url: `${connection.url}/auth/v1`,
      headers: { apikey: connection.key },
      fetch: fetchNotingRetryAfter,
      storage: sessionStore,
      storageKey: SESSION_KEY,
      autoRefreshToken: true,
      persistSession: true,
      detectSessionInUrl: false,
      flowType: 'implicit',
      experimental: { passkey: true, recoveryCodes: true },
    }),
);

/** A client that keeps its session in memory, for one that the person has not accepted yet. */
export const asideAuth = () =>
  new AuthClient({
    url: `${connection.url}/auth/v1`,
    headers: { apikey: connection.key },
    fetch: fetchNotingRetryAfter,
    storageKey: `${SESSION_KEY}-aside`,
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
    flowType: 'implicit',
  });
