import type { ResponseMessage } from './message.ts';

interface Refusal {
  readonly until: number;
  readonly response: ResponseMessage;
}

/** Beyond this many callers, the oldest entries are evicted. */
const MAX_CALLERS = 10_000;

/**
 * Caches 429 answers of a function that carry `Retry-After` and `X-Limit-Scope: address`: until that time is over the
 * caller gets the same answer without a thread.
 */
export class RetryAfterCache {
  readonly #refusals = new Map<string, Refusal>();

  /** The answer that still holds for `caller`, with the seconds that are left as Retry-After; or null. */
  find(caller: string): ResponseMessage | null {
    const refusal = this.#refusals.get(caller);
    if (!refusal) return null;
    const seconds = Math.ceil((refusal.until - performance.now()) / 1000);
    if (seconds > 0) {
      const headers = refusal.response.headers.filter(([name]) => name !== 'retry-after');
      return { ...refusal.response, headers: [...headers, ['retry-after', String(seconds)]] };
    }
    this.#refusals.delete(caller);
    return null;
  }

  remember(caller: string, response: ResponseMessage): void {
    const header = new Map(response.headers);
    const seconds = Number(header.get('retry-after'));
    if (response.status !== 429 || header.get('x-limit-scope') !== 'address' || !(seconds > 0)) return;
    this.#refusals.delete(caller);
    this.#refusals.set(caller, { until: performance.now() + seconds * 1000, response });
    if (this.#refusals.size > MAX_CALLERS) this.#refusals.delete(this.#refusals.keys().next().value!);
  }
}
