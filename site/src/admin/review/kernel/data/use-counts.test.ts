import { expect, it } from 'vitest';
import { formatAmount, formatTotal } from './use-counts.ts';

it.each([
  [undefined, ''],
  [{ count: 1000, isOver: false }, '1,000'],
  [{ count: 10_000, isOver: true }, 'over 10,000'],
])('writes the number %o as %j', (amount, text) => {
  expect(formatAmount(amount)).toBe(text);
});

it.each([
  [{ count: 1, isOver: false }, '1 application'],
  [{ count: 12_000, isOver: false }, '12,000 applications'],
  [{ count: 10_000, isOver: true }, 'over 10,000 applications'],
])('writes the total %o as %j', (total, text) => {
  expect(formatTotal(total)).toBe(text);
});
