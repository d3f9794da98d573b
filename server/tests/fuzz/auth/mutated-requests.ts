import { inTurns, placesOf, type WholeRequest, withMutation } from '../mutated-values.ts';
import type { Endpoint } from './endpoints.ts';
import type { Attack } from './hostile-bodies.ts';
import type { Target } from './plausible.ts';
import { type ValidRequest, validRequests } from './valid-requests.ts';

/** A valid request of an endpoint with one value replaced. Its person is chosen later. */
export interface MutatedRequest {
  readonly endpoint: Endpoint;
  readonly aimedAt: (target: Target) => Attack;
}

/** Yields every value of every valid request with every replacement, in rounds. `target` shows the values. */
export function* mutatedRequests(
  chosen: readonly Endpoint[],
  target: Target,
  seed: number,
): Generator<MutatedRequest> {
  const places = chosen.flatMap((endpoint) =>
    validRequests(endpoint, target).flatMap((request, variant) => {
      const more = variant === 0 ? endpoint.members : [];
      return placesOf(whole(endpoint, request), more).map((place) => ({ endpoint, variant, place }));
    }),
  );
  for (const { endpoint, variant, place, mutation } of inTurns(places, seed)) {
    yield {
      endpoint,
      aimedAt: (aim) => ({
        ...withMutation(whole(endpoint, validRequests(endpoint, aim)[variant]!), place, mutation),
        headers: { 'content-type': 'application/json' },
      }),
    };
  }
}

/** An id that a request leaves open leads nowhere. */
function whole({ path }: Endpoint, { ids = [], query = {}, body }: ValidRequest): WholeRequest {
  const all = [...path.matchAll(/:id/g)].map((_, index) => ids[index] ?? crypto.randomUUID());
  return { path, ids: all, query, body: body ?? null };
}
