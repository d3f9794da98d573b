import type { Session } from '@supabase/auth-js';
import { byDevice, serverNow } from './clock.ts';
import { isDue, noteGrant, parseSession, timesOf } from './session-clock.ts';
import { SESSION_KEY, sessionStore } from './session-storage.ts';

/** More milliseconds than those in which the client library refreshes a token. */
const NOT_DUE_MS = 150_000;

let announceGrant = (): void => {};

/** Resolves when this page stores its next new token. */
export const nextGrant = (): Promise<void> =>
  new Promise((resolve) => {
    announceGrant = resolve;
  });

/** Rewrites a stored session, if a text is one. */
function rewrite(text: string, change: (session: Session) => number): string {
  const session = parseSession(text);
  return session?.access_token
    ? JSON.stringify({ ...session, expires_at: Math.round(change(session) / 1000) })
    : text;
}

/** A session as the client library reads it, whose `expires_at` is near by the device's clock exactly if it is due. */
function expiryFor(session: Session): number {
  const due = isDue(session);
  const ends = byDevice(timesOf(session).ends);
  return due ? ends : Math.max(ends, byDevice(serverNow() + NOT_DUE_MS));
}

const readTokens = new Set<unknown>();

/** Returns true if the client library has read this refresh token here, now or earlier. */
export const wasStored = (refreshToken: unknown): boolean => readTokens.has(refreshToken);

/** The session's storage for the client library, which compares `expires_at` with the device's clock. */
export const clockedStore: typeof sessionStore = {
  removeItem: sessionStore.removeItem,
  getItem(key) {
    const text = sessionStore.getItem(key);
    if (key !== SESSION_KEY || text === null) return text;
    readTokens.add(parseSession(text)?.refresh_token);
    return rewrite(text, expiryFor);
  },
  setItem(key, text) {
    if (key !== SESSION_KEY) return sessionStore.setItem(key, text);
    const former = sessionStore.getItem(key);
    sessionStore.setItem(
      key,
      rewrite(text, (session) => noteGrant(session, former)),
    );
    announceGrant();
  },
};
