import { AuthClient } from '@supabase/auth-js';
import { clockedStore } from './clocked-store.ts';
import { connection, once } from './connection.ts';
import { fetchOneRefresh } from './one-refresh.ts';
import { SESSION_KEY } from './session-storage.ts';

/**
 * The options of every client. It takes nothing from an address, because a link must not put a session into a browser
 * that did not ask for it (admin/auth-callback/auth-callback.ts).
 */
const options = () =>
  ({
    url: `${connection.url}/auth/v1`,
    headers: { apikey: connection.key },
    fetch: fetchOneRefresh,
    storage: clockedStore,
    storageKey: SESSION_KEY,
    detectSessionInUrl: false,
    flowType: 'implicit',
  }) as const;

/**
 * The auth client. The library refreshes automatically (contract P3.5), with ticks, back-off (contract P9.2) and
 * events between tabs. The session is in local storage where possible (session-storage.ts).
 */
export const auth = once(
  () =>
    new AuthClient({
      ...options(),
      autoRefreshToken: true,
      persistSession: true,
      experimental: { passkey: true, recoveryCodes: true },
    }),
);

/** A client that keeps its session in memory, for one that the person has not accepted yet. */
export const asideAuth = () =>
  new AuthClient({
    ...options(),
    storageKey: `${SESSION_KEY}-aside`,
    autoRefreshToken: false,
    persistSession: false,
  });

/**
 * The client for sign-ins at another service. They return a code that only this browser can exchange (PKCE), so that
 * no link signs a person in to another's account.
 */
export const pkceAuth = once(
  () => new AuthClient({ ...options(), flowType: 'pkce', autoRefreshToken: false }),
);
