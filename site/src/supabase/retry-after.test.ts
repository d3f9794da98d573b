import { expect, it } from 'vitest';
import { spellWait } from './retry-after.ts';

it.each([
  [1, '1 second'],
  [45, '45 seconds'],
  [61, '61 seconds'],
  [95, '2 minutes'],
  [600, '10 minutes'],
  [7000, '2 hours'],
])('spells a wait of %i seconds as %s', (seconds, words) => {
  expect(spellWait(seconds)).toBe(words);
});
