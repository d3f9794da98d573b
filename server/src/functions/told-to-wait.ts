import type { ResponseMessage } from './message.ts';

interface Told {
  readonly until: number;
  readonly response: ResponseMessage;
}

/** So many callers are remembered; beyond, the ones told longest ago ask the function again. */
const most = 10_000;

/**
 * Remembers callers whom a function told to wait: an answer 429 with `Retry-After` and `X-Limit-Scope: address`. Until
 * that time is over they hear the same again, and no thread is taken for it.
 */
export class ToldToWait {
  readonly #told = new Map<string, Told>();

  /** The answer that `caller` still has to live with, its Retry-After brought up to date; or null. */
  answerTo(caller: string): ResponseMessage | null {
    const told = this.#told.get(caller);
    if (!told) return null;
    const seconds = Math.ceil((told.until - performance.now()) / 1000);
    if (seconds > 0) {
      const headers = told.response.headers.filter(([name]) => name !== 'retry-after');
      return { ...told.response, headers: [...headers, ['retry-after', String(seconds)]] };
    }
    this.#told.delete(caller);
    return null;
  }

  hear(caller: string, response: ResponseMessage): void {
    const header = new Map(response.headers);
    const seconds = Number(header.get('retry-after'));
    if (response.status !== 429 || header.get('x-limit-scope') !== 'address' || !(seconds > 0)) return;
    this.#told.delete(caller);
    this.#told.set(caller, { until: performance.now() + seconds * 1000, response });
    if (this.#told.size > most) this.#told.delete(this.#told.keys().next().value!);
  }
}
