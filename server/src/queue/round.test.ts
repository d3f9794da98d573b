import { expect, test } from 'vitest';
import { Round } from './round.ts';

function roundOf(...items: readonly [key: string, item: number][]): Round<number> {
  const round = new Round<number>();
  for (const [key, item] of items) round.add(key, item);
  return round;
}

test('takes the oldest item of each key in turn', () => {
  const round = roundOf(['a', 1], ['a', 2], ['a', 3], ['b', 4], ['c', 5]);
  expect(Array.from({ length: 6 }, () => round.takeNext())).toEqual([1, 4, 5, 2, 3, undefined]);
});

test('a key that comes back joins the end of the round', () => {
  const round = roundOf(['a', 1], ['b', 2], ['b', 3]);
  expect(round.takeNext()).toBe(1);
  round.add('a', 4);
  expect([round.takeNext(), round.takeNext(), round.takeNext()]).toEqual([2, 4, 3]);
});

test('takes the newest item of the longest key, if it has more than the count', () => {
  const round = roundOf(['a', 1], ['b', 2], ['b', 3]);
  expect(round.takeNewestOfLongest(2)).toBeUndefined();
  expect(round.takeNewestOfLongest(1)).toBe(3);
  expect(round.takeNewestOfLongest(1)).toBeUndefined();
});

test('counts all items and those of a key', () => {
  const round = roundOf(['a', 1], ['b', 2], ['b', 3]);
  expect([round.size, round.countOf('a'), round.countOf('b'), round.countOf('c')]).toEqual([3, 1, 2, 0]);
  round.takeNext();
  round.takeNewestOfLongest(0);
  expect([round.size, round.countOf('a'), round.countOf('b')]).toEqual([1, 0, 1]);
});
