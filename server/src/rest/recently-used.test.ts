import { expect, test } from 'vitest';
import { RecentlyUsed } from './recently-used.ts';

test('keeps what was used last, and makes the rest anew', () => {
  const recent = new RecentlyUsed<string>(2);
  const made: string[] = [];
  const get = (key: string) =>
    recent.get(key, () => {
      made.push(key);
      return key;
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(get(key)).toBe(key);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});
