import { expect, test } from 'vitest';
import { LruCache } from './lru-cache.ts';

test('keeps what was used last, and long keys not at all', () => {
  const recent = new LruCache<string>(2);
  for (const key of ['a', 'b']) recent.keep(key, key);
  expect(recent.find('a')).toBe('a');
  recent.keep('c', 'c');
  expect(['a', 'b', 'c'].map((key) => recent.find(key))).toEqual(['a', undefined, 'c']);
  const long = 'x'.repeat(1001);
  recent.keep(long, 'x');
  expect(recent.find(long)).toBeUndefined();
});
