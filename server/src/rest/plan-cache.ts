import type { Prepared } from './sql/statement.ts';
import { headKey, type RawRequest, type RequestHead } from './parse/request.ts';
import { LruCache } from './lru-cache.ts';

/** Requests kept for each role, method and target, and shapes of bodies kept for each request. */
const MAX_REQUESTS = 30;
const MAX_SHAPES = 10;

interface CachedRequest {
  readonly head: RequestHead;
  readonly byShape: LruCache<Prepared>;
}

/**
 * The plans of requests that were answered, so that each is parsed and planned once. Each role and target has a cache of
 * its own and refused requests are not admitted: a caller cannot evict the plans of others.
 */
export class PlanCache {
  readonly #byTarget = new Map<string, LruCache<CachedRequest>>();

  find(role: string, raw: RawRequest): CachedRequest | undefined {
    return this.#byTarget.get(targetKey(role, raw))?.find(headKey(raw));
  }

  /** Keeps a request that was answered; `shape` is null where the plan depends on the body itself. */
  keep(role: string, raw: RawRequest, head: RequestHead, shape: string | null, prepared: Prepared): void {
    // A target has one plain spelling and any number of encoded ones.
    if (shape === null || raw.path.includes('%')) return;
    const key = targetKey(role, raw);
    const requests = this.#byTarget.get(key) ?? new LruCache<CachedRequest>(MAX_REQUESTS);
    this.#byTarget.set(key, requests);
    const known = requests.find(headKey(raw)) ?? { head, byShape: new LruCache<Prepared>(MAX_SHAPES) };
    known.byShape.keep(shape, prepared);
    requests.keep(headKey(raw), known);
  }
}

const targetKey = (role: string, { method, path }: RawRequest): string => [role, method, path].join('\n');
