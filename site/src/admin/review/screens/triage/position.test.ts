import { expect, it } from 'vitest';
import { describePosition, mayBeFurther } from './position.ts';

const loaded = (count: number, more: object = {}) => ({
  rows: Array.from({ length: count }, (_, place) => ({ id: String(place) })),
  hasNextPage: true,
  isFetchNextPageError: false,
  ...more,
});

it.each([
  ['beyond the first page', '50', loaded(50), true],
  ['on the first page', '49', loaded(50), false],
  ['beyond the last page', '50', loaded(50, { hasNextPage: false }), false],
  ['beyond a page that cannot be loaded', '50', loaded(50, { isFetchNextPageError: true }), false],
  ['beyond the first thousand', '1000', loaded(1_000), false],
  ['not named', null, loaded(50), false],
  ['not there before the first page', '0', loaded(0), false],
])('an application %s is sought on the next page or not', (_where, open, rows, isSought) => {
  expect(mayBeFurther(open, rows)).toBe(isSought);
});

it.each([
  [{ number: 55, loaded: 100, isWhole: false }, '55 of 1,010'],
  [{ number: null, loaded: 1_000, isWhole: false }, 'Not among the first 1,000 of 1,010'],
  [{ number: null, loaded: 1_010, isWhole: true }, 'Not in this view'],
])('%j is described as: %s', (position, sentence) => {
  expect(describePosition(position, '1,010')).toBe(sentence);
});
