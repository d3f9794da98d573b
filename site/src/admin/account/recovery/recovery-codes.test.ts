import { expect, it } from 'vitest';
import { spellLeft } from './recovery-codes.ts';

it.each([
  [10, '10 of 10 codes left.'],
  [3, '3 of 10 codes left. Make new ones before they run out.'],
  [1, '1 of 10 codes left. Make new ones before they run out.'],
  [0, 'All 10 codes are used. Please make new ones.'],
])('describes %i remaining codes', (left, sentence) => {
  expect(spellLeft({ left, total: 10 })).toBe(sentence);
});
