import type { Session } from '@supabase/auth-js';
import { claimsOf, isDue, outdating, storedSession } from './session-clock.ts';
import { SESSION_KEY, sessionStore } from './session-storage.ts';

/** Returns true if a session is stored, valid or not. */
export const hasSession = (): boolean => sessionStore.getItem(SESSION_KEY) !== null;

/** Loads the client that signs in, refreshes the session and signs out. The review list is shown without it. */
export async function loadAuth() {
  const { auth } = await import('./auth.ts');
  return auth();
}

/** Returns the session, refreshed when due, or null without one. */
export async function readSession(): Promise<Session | null> {
  if (!hasSession()) return null;
  const stored = storedSession();
  if (stored?.user && !isDue(stored)) return stored;
  const { data } = await (await loadAuth()).getSession();
  return data.session;
}

/** Returns true if the session has one proof although the account has a second factor. */
export async function isSecondFactorDue(): Promise<boolean> {
  const session = await readSession();
  if (!session?.user.factors?.some(({ status }) => status === 'verified')) return false;
  return claimsOf(session.access_token).aal !== 'aal2';
}

/**
 * Refreshes the session although its token lives, because it may name removed factors or a former address. The client's
 * own `refreshSession` returns such a session as it is.
 */
export async function renewSession(): Promise<Session | null> {
  const client = await loadAuth();
  return (await outdating(() => client.refreshSession())).data.session;
}

/** Milliseconds to wait for the server when signing out, because a person is waiting. */
const SIGN_OUT_TIMEOUT_MS = 3_000;

/**
 * Signs out this browser only (contract P9.1). The session goes even when neither the server nor the client's script
 * can be reached, and other tabs are notified.
 */
export async function signOutHere(): Promise<void> {
  const session = sessionStore.getItem(SESSION_KEY);
  const late = new Promise<never>((_, reject) => setTimeout(reject, SIGN_OUT_TIMEOUT_MS));
  try {
    await Promise.race([loadAuth().then((auth) => auth.signOut({ scope: 'local' })), late]);
  } catch {
    // Another one may have begun while this waited.
    if (sessionStore.getItem(SESSION_KEY) === session) sessionStore.removeItem(SESSION_KEY);
  }
}
