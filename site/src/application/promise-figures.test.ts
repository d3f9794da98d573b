import { expect, it } from 'vitest';
import { spellFigures } from './promise-figures.ts';

const answer = { percent_in_time: 97, median_days: 1.5, counted_on: '2026-11-23' };

it.each([
  [1.5, '1.5 days'],
  [0.5, 'half a day'],
  [1, '1 day'],
  [12, '12 days'],
])('spells a median of %d days', (days, spelled) => {
  expect(spellFigures({ ...answer, median_days: days })?.replaceAll('\u00a0', ' ')).toBe(
    `In the last 90 days we answered 97% of applications in time. Half of our answers came within ${spelled}. Counted on 23 November 2026.`,
  );
});

it.each([{}, { ...answer, median_days: null }, { failed: null }])('shows nothing for %j', (shown) => {
  expect(spellFigures(shown)).toBe(null);
});
