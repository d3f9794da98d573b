import { expect, test } from 'vitest';
import { channels } from './people.ts';

test('channels grow with the square of people', () => {
  expect([1, 2, 5, 8, 12].map(channels)).toEqual([0, 1, 10, 28, 66]);
});
