import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { ResponseMessage } from './message.ts';

/** Beyond this many callers, the entries used longest ago are evicted. */
const MAX_CALLERS = 10_000;

/**
 * Caches 429 answers of a function that carry `Retry-After` and `X-Limit-Scope: address`. Until that time is over the
 * caller gets the same answer without running the function.
 */
export class RetryAfterCache {
  readonly #refusals = new LRUCache<string, ResponseMessage>({
    max: MAX_CALLERS,
    ttlResolution: 0,
    perf: { now: () => performance.now() },
  });

  /** Returns the cached answer for `caller`, with the remaining seconds as Retry-After, or null. */
  find(caller: string): ResponseMessage | null {
    const refusal = this.#refusals.get(caller);
    if (!refusal) return null;
    const seconds = Math.ceil(this.#refusals.getRemainingTTL(caller) / 1000);
    if (seconds <= 0) return null;
    const headers = refusal.headers.filter(([name]) => name !== 'retry-after');
    return { ...refusal, headers: [...headers, ['retry-after', String(seconds)]] };
  }

  remember(caller: string, response: ResponseMessage): void {
    if (response.body instanceof Readable) return;
    const header = new Map(response.headers);
    const seconds = Number(header.get('retry-after'));
    if (response.status !== 429 || header.get('x-limit-scope') !== 'address' || !(seconds > 0)) return;
    this.#refusals.set(caller, response, { ttl: seconds * 1000 });
  }
}
