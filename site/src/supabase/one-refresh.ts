import { nextGrant, wasStored } from './clocked-store.ts';
import { fetchNotingRetryAfter } from './retry-after.ts';
import { storedSession } from './session-clock.ts';
import { SESSION_KEY } from './session-storage.ts';

/** Milliseconds after which other tabs stop waiting for a refreshed session to be stored. */
const STORED_WITHIN_MS = 2_000;

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
      if (stored && stored.refresh_token !== sent) return resolve(Response.json(stored));
      const granted = nextGrant();
      const answer = await fetchNotingRetryAfter(input, init);
      resolve(answer);
      if (answer.ok) await Promise.race([granted, new Promise((late) => setTimeout(late, STORED_WITHIN_MS))]);
    };
    locks.request(`${SESSION_KEY}.refresh`, ask).catch(reject);
  });
};
