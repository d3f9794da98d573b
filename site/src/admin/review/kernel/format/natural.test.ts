import { expect, it } from 'vitest';
import { inNaturalOrder } from './natural.ts';

it.each([
  [
    ['View 1', 'View 10', 'View 2'],
    ['View 1', 'View 2', 'View 10'],
  ],
  [
    ['member-20', 'member-3', 'Member-1'],
    ['Member-1', 'member-3', 'member-20'],
  ],
  [
    ['Zoë', 'Émile', 'eve'],
    ['Émile', 'eve', 'Zoë'],
  ],
])('%j are sorted as %j', (names, sorted) => {
  expect(names.toSorted(inNaturalOrder)).toEqual(sorted);
});
