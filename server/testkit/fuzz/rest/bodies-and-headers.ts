import * as fc from 'fast-check';
import { forwardingHeader } from '../forwarding-headers.ts';
import { column, word } from './words.ts';

const value: fc.Arbitrary<unknown> = fc.oneof(
  word,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 2 }),
);
const row = fc.dictionary(column, value, { maxKeys: 4 });
export const body = fc.oneof(
  row.map((object) => JSON.stringify(object)),
  fc.array(row, { maxLength: 3 }).map((list) => JSON.stringify(list)),
  fc.jsonValue().map((any) => JSON.stringify(any)),
  fc.constantFrom(
    '',
    '{',
    '[',
    '[[[[',
    '{"a":',
    'null',
    '"',
    '\0',
    '{"id":1}{"id":2}',
    '['.repeat(3000),
    `{"meta":${'{"a":'.repeat(2000)}1${'}'.repeat(2001)}`,
    '{"id":1e400}',
    'id,name\n1,x\n2',
    '{"name":"\\u0000"}',
    '{"name":"\\ud800"}',
    '{"__proto__":{"id":1}}',
    JSON.stringify(Object.fromEntries(Array.from({ length: 3000 }, (_, key) => [`k${key}`, 1]))),
    `${Array.from({ length: 600 }, (_, key) => `k${key}`).join()}\n${'1,'.repeat(599)}1`,
    'a=1&'.repeat(3000),
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

export const header = fc.oneof(
  forwardingHeader,
  fc
    .constantFrom(
      'return=representation',
      'return=headers-only',
      'count=exact',
      'count=planned',
      'resolution=merge-duplicates',
      'resolution=ignore-duplicates',
      'missing=default',
      'handling=strict',
      'max-affected=1',
      'max-affected=-1',
      'timezone=UTC',
      'timezone=x',
      'nope',
      'nope,'.repeat(60),
    )
    .map((preference) => ['prefer', preference] as const),
  fc
    .constantFrom(
      'text/csv',
      'application/vnd.pgrst.object+json',
      'application/vnd.pgrst.array+json;nulls=stripped',
      'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose',
      'application/geo+json',
      '*/*',
      ';;',
      'a/b,'.repeat(60),
      `text/csv${';a=b'.repeat(60)}`,
      'application/octet-stream',
    )
    .map((type) => ['accept', type] as const),
  fc
    .constantFrom(
      'text/csv',
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/octet-stream',
      'text/html',
      ';',
    )
    .map((type) => ['content-type', type] as const),
  fc
    .constantFrom('lab', 'public', 'auth', 'private', 'pg_catalog', '"')
    .map((schema) => ['accept-profile', schema] as const),
  fc
    .constantFrom('0-1', '5-2', '-', '9999999999999999999-', 'bytes=0-1')
    .map((range) => ['range', range] as const),
  fc.constantFrom('{"a":1}', '}', "'").map((text) => ['x-test', text] as const),
  fc.constantFrom('a=b; c', ';;;', '=').map((text) => ['cookie', text] as const),
);
