import { AuthClient } from '@supabase/auth-js';
import { connection } from './connection.ts';
import { once } from './once.ts';
import { fetchNotingRetryAfter } from './retry-after.ts';
import { sessionStore } from './session-storage.ts';

/** Under this name the session lies in the browser's storage. */
export const SESSION_KEY = 'sb-solostead-auth-token';

/** Whether a session lies here, good or not. */
export const hasSession = (): boolean => sessionStore.getItem(SESSION_KEY) !== null;

/**
 * The session's life: automatic refresh (contract P3.5), ticks and back-off (contract P9.2) and events between tabs are
 * the library's own. It lies in local storage where it can (session-storage.ts) and takes nothing from an address: a link must
 * not put a session into a browser that did not ask for one (admin/auth-callback/auth-callback.ts).
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

/**
 * A client that keeps what it gets in memory: for a session that the person has not agreed to yet.
 */
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

/**
 * Signs this browser out and nowhere else (contract P9.1). The session is gone from here even when the server cannot be reached; its
 * other tabs hear of it.
 */
export async function signOutHere(): Promise<void> {
  await auth().signOut({ scope: 'local' });
}
