import { expect, test } from 'vitest';
import type { Prepared } from './sql/statement.ts';
import { PlanCache } from './plan-cache.ts';
import { parseHead, type RawRequest } from './parse/request.ts';

const raw = (fields: Partial<RawRequest>): RawRequest => ({
  method: 'POST',
  path: '/applications',
  query: '',
  headers: {},
  body: Buffer.alloc(0),
  ...fields,
});

test('anonymous users cannot evict other roles’ plans or those of another target', () => {
  const known = new PlanCache();
  const keep = (role: string, request: RawRequest) => {
    const head = parseHead(request, ['public']);
    known.keep(role, request, head, 'shape', { main: { text: request.query } } as Prepared);
  };
  keep('anon', raw({}));
  keep('authenticated', raw({ method: 'GET', path: '/rpc/is_admin' }));
  for (let number = 0; number < 2000; number++) {
    keep('anon', raw({ method: 'GET', path: '/rpc/is_admin', query: `limit=${number}` }));
    keep('anon', raw({ path: '/%61pplications', query: `select=a${number}` }));
  }
  expect(known.find('anon', raw({}))?.byShape.get('shape')).toBeDefined();
  expect(known.find('authenticated', raw({ method: 'GET', path: '/rpc/is_admin' }))).toBeDefined();
  const cached = Array.from({ length: 2000 }, (_, number) =>
    known.find('anon', raw({ method: 'GET', path: '/rpc/is_admin', query: `limit=${number}` })),
  );
  expect(cached.filter((question) => question !== undefined)).toHaveLength(30);
  expect(known.find('anon', raw({ path: '/%61pplications', query: 'select=a1999' }))).toBeUndefined();
});

test('plans a long request without caching it', () => {
  const known = new PlanCache();
  const long = raw({ method: 'GET', query: `select=${'a'.repeat(1000)}` });
  known.keep('anon', long, parseHead(long, ['public']), '', { main: { text: '' } } as Prepared);
  expect(known.find('anon', long)).toBeUndefined();
});
