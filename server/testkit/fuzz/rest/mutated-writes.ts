import { inTurns, placesOf, type WholeRequest, withMutation } from '../mutated-values.ts';
import type { HostileRequest } from './hostile-requests.ts';

/** A request that the data API takes. */
export interface Valid extends Pick<WholeRequest, 'path' | 'query'> {
  readonly method: string;
  readonly body: WholeRequest['body'];
  readonly schema?: string;
}

const project = {
  id: 900,
  name: 'Mutated',
  client_id: 1,
  budget: 12.5,
  started: '2026-01-02',
  active: true,
  tags: ['a', 'b'],
  period: '[2026-01-01,2026-02-01)',
  meta: { deep: { list: [1, 'two'] } },
};

/** Requests of each kind that the data API takes as they stand. */
const requestsOfLab = (): readonly Valid[] => [
  { method: 'POST', path: '/projects', query: { select: 'id,name' }, body: project },
  {
    method: 'POST',
    path: '/projects',
    query: { on_conflict: 'id', columns: 'id,name' },
    body: { id: 1, name: 'x' },
  },
  { method: 'PATCH', path: '/projects', query: { id: 'eq.1', select: 'id' }, body: { ...project, id: 1 } },
  { method: 'PUT', path: '/people', query: { id: 'eq.1' }, body: { id: 1, name: 'x' } },
  { method: 'DELETE', path: '/tasks', query: { id: 'eq.1', name: 'like.a*' }, body: null },
  { method: 'POST', path: '/rpc/add', query: {}, body: { a: 1, b: 2 } },
  { method: 'POST', path: '/rpc/greet', query: { select: '*' }, body: { name: 'x' } },
  { method: 'GET', path: '/rpc/add', query: { a: '1', b: '2' }, body: null },
  {
    method: 'GET',
    path: '/projects',
    query: {
      select: 'id,name,clients(name),tasks(id)',
      name: 'ilike.*a*',
      tags: 'cs.{a}',
      period: 'ov.[2026-01-01,2026-02-01)',
      started: 'gte.2025-01-01',
      or: '(id.eq.1,name.eq.x)',
      'tasks.order': 'id.desc',
      order: 'name.desc.nullslast,id',
      limit: '3',
      offset: '1',
    },
    body: null,
  },
];

/** Each value of each valid request with every mutation in its place, in turns. `valid` makes rows that are accepted once. */
export function* mutatedWrites(
  seed: number,
  validRequests: () => readonly Valid[] = requestsOfLab,
): Generator<HostileRequest> {
  const places = validRequests().flatMap((valid, index) =>
    placesOf({ ...valid, ids: [] }).map((place) => ({ index, place })),
  );
  for (const { index, place, mutation } of inTurns(places, seed)) {
    const valid = validRequests()[index]!;
    const schema = valid.schema ?? 'lab';
    yield {
      method: valid.method,
      ...withMutation({ ...valid, ids: [] }, place, mutation),
      headers: {
        'content-type': 'application/json',
        'accept-profile': schema,
        'content-profile': schema,
        ...(schema === 'lab' && { prefer: 'tx=rollback, return=representation' }),
      },
      signedIn: false,
    };
  }
}
