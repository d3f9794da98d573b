import type { Session } from '@supabase/auth-js';
import { byDevice, knowsServerTime, noteServerTime, serverNow } from './clock.ts';
import { SESSION_KEY, sessionStore } from './session-storage.ts';

/** Milliseconds. A token that ends sooner is refreshed first, as in the client library. */
const MARGIN_MS = 90_000;

/** Milliseconds between two refreshes at least, whatever the clocks show and however short tokens live. */
const BETWEEN_REFRESHES_MS = 60_000;

type Claims = Partial<Record<'iat' | 'exp' | 'aal', unknown>>;

/** Reads the claims of an access token, or none of what is no token. */
export function claimsOf(accessToken: string): Claims {
  try {
    const [, claims = ''] = accessToken.split('.');
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as Claims;
  } catch {
    return {};
  }
}

/** Returns when a session's token was issued and ends by the server's clock, in milliseconds. */
export function timesOf({ access_token, expires_at }: Session): {
  readonly begins: number;
  readonly ends: number;
} {
  const { iat, exp } = claimsOf(access_token);
  return { begins: 1000 * (Number(iat) || 0), ends: 1000 * (Number(exp) || expires_at || 0) };
}

/** Returns the session that a text is, or null. */
export function parseSession(text: string | null): Session | null {
  try {
    return JSON.parse(text ?? 'null') as Session | null;
  } catch {
    return null;
  }
}

/** Returns the stored session, valid or not, or null without a readable one. */
export const storedSession = (): Session | null => parseSession(sessionStore.getItem(SESSION_KEY));

/** The latest token that this page has seen. */
let seen = '';

/**
 * Takes the server's time from a session that an earlier page or another tab stored. That page measured how far the
 * device's clock is ahead, and wrote `expires_at` by that clock.
 */
function noteStoredTime({ access_token, expires_at = 0 }: Session, ends: number): void {
  if (access_token === seen) return;
  const isReplaced = seen !== '';
  seen = access_token;
  if (isReplaced || !knowsServerTime()) noteServerTime(Date.now() - (expires_at * 1000 - ends), false);
}

/** The token that has to be replaced although it lives. */
let outdated = '';

/** Makes the stored session due while `refresh` runs, which would otherwise get it back as it is. */
export async function outdating<Answer>(refresh: () => Promise<Answer>): Promise<Answer> {
  outdated = storedSession()?.access_token ?? '';
  try {
    return await refresh();
  } finally {
    outdated = '';
  }
}

/** Returns true if the session has to be refreshed before its next use. */
export function isDue(session: Session): boolean {
  const { begins, ends } = timesOf(session);
  noteStoredTime(session, ends);
  if (session.access_token === outdated) return true;
  return serverNow() - begins >= BETWEEN_REFRESHES_MS && ends - serverNow() < MARGIN_MS;
}

/** Notes a new token, and returns when it ends by the device's clock. */
export function noteGrant(session: Session, former: string | null): number {
  const { begins, ends } = timesOf(session);
  if (!former?.includes(session.access_token)) {
    seen = session.access_token;
    if (begins) noteServerTime(begins);
  }
  return byDevice(ends);
}
