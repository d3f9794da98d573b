import { AuthClient } from '@supabase/auth-js';
import { connection } from './connection.ts';
import { once } from './once.ts';
import { patientFetch } from './retryAfter.ts';

/** Under this name the session lies in local storage. */
export const SESSION_KEY = 'sb-solostead-auth-token';

/** Only the admin area reads tokens from an address; every other page passes them on unread. */
const onAdminPages = () => location.pathname.startsWith('/admin');

/** Mailed links bring tokens; whoever was sent to another service (ways.ts) comes back with a code. */
const arrivesWithCode = () => new URLSearchParams(location.search).has('code');

/**
 * The session's life: local storage, automatic refresh, ticks, back-off and events between tabs are the library's own.
 */
export const auth = once(
  () =>
    new AuthClient({
      url: `${connection.url}/auth/v1`,
      headers: { apikey: connection.key },
      fetch: patientFetch,
      storageKey: SESSION_KEY,
      autoRefreshToken: true,
      persistSession: true,
      detectSessionInUrl: onAdminPages(),
      flowType: arrivesWithCode() ? 'pkce' : 'implicit',
      experimental: { passkey: true },
    }),
);

/**
 * Signs this browser out and nowhere else. The session is gone from here even when the server cannot be reached; its
 * other tabs hear of it.
 */
export async function signOutHere(): Promise<void> {
  const { error } = await auth().signOut({ scope: 'local' });
  if (error) localStorage.removeItem(SESSION_KEY);
}
