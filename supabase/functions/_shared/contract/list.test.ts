import { expect, it } from 'vitest';
import { listed } from './list.ts';

it.each([
  [[], 'conjunction', ''],
  [['Interview'], 'disjunction', 'Interview'],
  [['Ada', 'Bob'], 'conjunction', 'Ada and Bob'],
  [['Interview', 'Withdrawn'], 'disjunction', 'Interview or Withdrawn'],
  [['Ada', 'Bob', 'Cy'], 'conjunction', 'Ada, Bob and Cy'],
  [['In review', 'Interview', 'Declined'], 'disjunction', 'In review, Interview or Declined'],
] as const)('lists %j with %s as: %s', (items, type, sentence) => {
  expect(listed(items, type)).toBe(sentence);
});
