import type { Session } from '@supabase/auth-js';
import { isTimeCertain } from './clock.ts';
import { nextGrant, wasStored } from './clocked-store.ts';
import { connection } from './connection.ts';
import { fetchNotingRetryAfter } from './retry-after.ts';
import { isDue, storedSession } from './session-clock.ts';
import { SESSION_KEY } from './session-storage.ts';

/** Milliseconds after which other tabs stop waiting for a refreshed session to be stored. */
const STORED_WITHIN_MS = 2_000;

/** Milliseconds to wait for the server's time. */
const TIME_WITHIN_MS = 3_000;

/**
 * Returns true if a session is due by the server's time. A device that slept and one whose clock was set ahead look the
 * same, and then the server is asked for its time first.
 */
async function isDueThere(session: Session): Promise<boolean> {
  if (!isTimeCertain())
    await fetchNotingRetryAfter(`${connection.url}/auth/v1/health`, {
      headers: { apikey: connection.key },
      cache: 'no-store',
      signal: AbortSignal.timeout(TIME_WITHIN_MS),
    }).catch(() => {});
  return isDue(session);
}

/** Returns the token that a request refreshes, or undefined. */
function refreshedBy(input: RequestInfo | URL, init?: RequestInit): unknown {
  if (!String(input).includes('/token?grant_type=refresh_token')) return undefined;
  return (JSON.parse(String(init?.body)) as { refresh_token?: unknown }).refresh_token;
}

/**
 * `fetch` for the auth client. Tabs share the session, and when several find it due, one refreshes it and the others
 * take what it stored. A browser without locks, which an insecure address may lack, lets each tab ask.
 */
export const fetchOneRefresh: typeof fetch = (input, init) => {
  const sent = refreshedBy(input, init);
  const locks = (navigator as { locks?: LockManager }).locks;
  // A session that another page hands over is refreshed separately.
  if (!sent || !locks || !wasStored(sent)) return fetchNotingRetryAfter(input, init);
  return new Promise((resolve, reject) => {
    const ask = async () => {
      const stored = storedSession();
      if (stored && (stored.refresh_token !== sent || !(await isDueThere(stored))))
        return resolve(Response.json(stored));
      const granted = nextGrant();
      const answer = await fetchNotingRetryAfter(input, init);
      resolve(answer);
      if (answer.ok) await Promise.race([granted, new Promise((late) => setTimeout(late, STORED_WITHIN_MS))]);
    };
    locks.request(`${SESSION_KEY}.refresh`, ask).catch(reject);
  });
};
