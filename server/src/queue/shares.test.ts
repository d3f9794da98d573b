import { expect, test } from 'vitest';
import { Shares } from './shares.ts';

test('a network takes up to its bound, all together up to theirs, and what is given back is free', () => {
  const shares = new Shares({ all: 10, perNetwork: 4 });
  expect([shares.take('a', 4), shares.take('a', 1)]).toEqual([true, false]);
  expect([shares.take('b', 4), shares.take('c', 3), shares.take('c', 2)]).toEqual([true, false, true]);
  shares.give('a', 2);
  expect([shares.take('d', 3), shares.take('a', 2), shares.take('d', 0)]).toEqual([false, true, true]);
});
