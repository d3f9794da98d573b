import { expect, test } from 'vitest';
import { parseDuration } from './duration.ts';

test.each([
  ['60s', 60_000],
  ['1m', 60_000],
  ['1h30m', 5_400_000],
  ['24h0m0s', 86_400_000],
  ['1.5h', 5_400_000],
  ['250ms', 250],
  ['0s', 0],
  ['0', 0],
  [90, 90_000],
  ['soon', null],
  ['-1h', null],
  ['1', null],
  ['', null],
  [Number.NaN, null],
  ['99999999999h', null],
  [1e15, null],
])('%j is %j milliseconds', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});
