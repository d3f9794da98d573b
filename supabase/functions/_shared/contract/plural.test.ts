import { expect, it } from 'vitest';
import { plural } from './plural.ts';

it.each<[number, string, string | undefined, string]>([
  [0, 'mail', undefined, '0 mails'],
  [1, 'mail', undefined, '1 mail'],
  [2000, 'mail', undefined, '2,000 mails'],
  [1, 'address', 'addresses', '1 address'],
  [2, 'is', 'are', '2 are'],
])('counts %d with %s and %s', (count, one, many, text) => {
  expect(plural(count, one, many)).toBe(text);
});
