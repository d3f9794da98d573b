import type { Session } from '@supabase/auth-js';
import { SESSION_KEY, sessionStore } from './session-storage.ts';

/** Returns true if a session is stored, valid or not. */
export const hasSession = (): boolean => sessionStore.getItem(SESSION_KEY) !== null;

/** Loads the client that signs in, refreshes the session and signs out. The review list is shown without it. */
export async function loadAuth() {
  const { auth } = await import('./auth.ts');
  return auth();
}

/** Milliseconds. A token that ends sooner is refreshed first, as in the client library. */
const MARGIN_MS = 90_000;

/** Returns the stored session, valid or not, or null without a readable one. */
export function storedSession(): Session | null {
  try {
    return JSON.parse(sessionStore.getItem(SESSION_KEY) ?? 'null') as Session | null;
  } catch {
    return null;
  }
}

/** Returns the session, refreshed when due, or null without one. */
export async function readSession(): Promise<Session | null> {
  if (!hasSession()) return null;
  const stored = storedSession();
  if (stored?.user && (stored.expires_at ?? 0) * 1000 - Date.now() >= MARGIN_MS) return stored;
  const { data } = await (await loadAuth()).getSession();
  return data.session;
}

/** Reads the level of proof out of an access token. */
function levelOf(accessToken: string): unknown {
  const [, claims = ''] = accessToken.split('.');
  const { aal } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { aal?: unknown };
  return aal;
}

/** Returns true if the session has one proof although the account has a second factor. */
export async function isSecondFactorDue(): Promise<boolean> {
  const session = await readSession();
  if (!session?.user.factors?.some(({ status }) => status === 'verified')) return false;
  return levelOf(session.access_token) !== 'aal2';
}

/** Refreshes the session's factors, because it may name removed ones. */
export async function renewSession(): Promise<void> {
  await (await loadAuth()).refreshSession();
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
