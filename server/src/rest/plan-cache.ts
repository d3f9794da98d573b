import { LRUCache } from 'lru-cache';
import type { Prepared } from './sql/statement.ts';
import { headKey, type RawRequest, type RequestHead } from './parse/request.ts';

/** Requests kept for each role, method and target, and shapes of bodies kept for each request. */
const MAX_REQUESTS = 30;
const MAX_SHAPES = 10;
/** Longer keys are not kept, in characters. */
const MAX_KEY_LENGTH = 1000;

interface CachedRequest {
  readonly head: RequestHead;
  readonly byShape: LRUCache<string, Prepared>;
}

/** Caches plans of answered requests by role and target, so that a caller cannot evict the plans of others. */
export class PlanCache {
  readonly #byTarget = new Map<string, LRUCache<string, CachedRequest>>();

  find(role: string, raw: RawRequest): CachedRequest | undefined {
    return this.#byTarget.get(targetKey(role, raw))?.get(headKey(raw));
  }

  /** Keeps an answered request. `shape` is null where the plan depends on the body itself. */
  keep(role: string, raw: RawRequest, head: RequestHead, shape: string | null, prepared: Prepared): void {
    // A target has one plain spelling and any number of encoded ones.
    if (shape === null || raw.path.includes('%')) return;
    const question = headKey(raw);
    if (Math.max(question.length, shape.length) > MAX_KEY_LENGTH) return;
    const key = targetKey(role, raw);
    const requests = this.#byTarget.get(key) ?? new LRUCache<string, CachedRequest>({ max: MAX_REQUESTS });
    this.#byTarget.set(key, requests);
    const known = requests.get(question) ?? {
      head,
      byShape: new LRUCache<string, Prepared>({ max: MAX_SHAPES }),
    };
    known.byShape.set(shape, prepared);
    requests.set(question, known);
  }
}

const targetKey = (role: string, { method, path }: RawRequest): string => [role, method, path].join('\n');
