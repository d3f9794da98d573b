import * as z from 'zod/mini';
import { call } from './call.ts';
import { asReviewError } from './review-error.ts';
import { count, type Count } from './shapes/row.ts';
import type { Filter } from '../../../route/filter.ts';

/** The maximum number of filters in one request (docs/review-data.md). */
const MAX_FILTERS = 10;

interface Asked {
  readonly filter: Filter;
  readonly resolve: (counted: Count) => void;
  readonly reject: (cause: unknown) => void;
}

let asked: Asked[] = [];

const countAlone = (filter: Filter) => call('review_count', { filter }, count);

/**
 * Sends one request for all of them. If a filter is refused, each is sent separately, so that a bad one does not
 * affect the others.
 */
async function send(these: readonly Asked[]): Promise<void> {
  try {
    const filters = these.map(({ filter }) => filter);
    const counts =
      these.length === 1
        ? [await countAlone(filters[0]!)]
        : await call('review_counts', { filters }, z.array(count));
    these.forEach(({ resolve }, place) => resolve(counts[place]!));
  } catch (cause) {
    // Other failures, such as an ended session or a rate limit, affect all.
    const { errorKind, waitSeconds } = asReviewError(cause);
    const isForOne = these.length > 1 && errorKind === 'refused' && waitSeconds === null;
    for (const { filter, resolve, reject } of these)
      if (isForOne) countAlone(filter).then(resolve, reject);
      else reject(cause);
  }
}

function sendAll(): void {
  const all = asked;
  asked = [];
  for (let at = 0; at < all.length; at += MAX_FILTERS) void send(all.slice(at, at + MAX_FILTERS));
}

/** Counts a filter's matches. Simultaneous calls share one request. */
export function countTogether(filter: Filter): Promise<Count> {
  if (asked.length === 0) setTimeout(sendAll);
  return new Promise((resolve, reject) => asked.push({ filter, resolve, reject }));
}
