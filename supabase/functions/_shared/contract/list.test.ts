import { expect, it } from 'vitest';
import { listed } from './list.ts';

it.each([
  [[], 'and', ''],
  [['Interview'], 'or', 'Interview'],
  [['Ada', 'Bob'], 'and', 'Ada and Bob'],
  [['Interview', 'Withdrawn'], 'or', 'Interview or Withdrawn'],
  [['Ada', 'Bob', 'Cy'], 'and', 'Ada, Bob and Cy'],
  [['In review', 'Interview', 'Declined'], 'or', 'In review, Interview or Declined'],
] as const)('lists %j with %s as: %s', (items, last, sentence) => {
  expect(listed(items, last)).toBe(sentence);
});
