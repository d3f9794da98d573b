import { expect, it } from 'vitest';
import { range } from './agreement.ts';
import { stretch } from './case-study.ts';

const month = { label: 'Try another month', least: 500, start: 5_000, most: 50_000, step: 500 };

it.each([
  ['as it is', {}, true],
  ['that starts at its least', { start: 500 }, true],
  ['that starts at its most', { start: 50_000 }, true],
  ['that starts below its least', { start: 0 }, false],
  ['that starts above its most', { start: 50_500 }, false],
  ['that starts between two steps', { start: 5_100 }, false],
  ['that ends between two steps', { most: 50_100 }, false],
  ['without a length', { least: 5_000, most: 5_000 }, false],
  ['that runs backwards', { least: 50_000, most: 500 }, false],
  ['of negative dollars', { least: -500 }, false],
  ['without a step', { step: 0 }, false],
])('takes a range %s: %j is %s', (_title, change, isValid) => {
  expect(range.safeParse({ ...month, ...change }).success).toBe(isValid);
});

it.each([
  [0, 6, true],
  [6, 6, false],
  [6, 0, false],
  [60, 73, false],
])('takes a stretch from hour %d to %d: %s', (from, to, isValid) => {
  const words = { kind: 'build', title: 'Build', text: 'Text', exists: 'Something' };
  expect(stretch.safeParse({ ...words, from, to }).success).toBe(isValid);
});
