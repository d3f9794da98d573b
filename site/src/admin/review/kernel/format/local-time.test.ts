import { expect, it } from 'vitest';
import { asLocalTime, fromLocalTime } from './local-time.ts';

it('a moment goes into a field and comes back to the minute', () => {
  const moment = new Date(2026, 0, 5, 8, 7, 30);
  expect(asLocalTime(moment)).toBe('2026-01-05T08:07');
  expect(fromLocalTime('2026-01-05T08:07')).toBe(new Date(2026, 0, 5, 8, 7).toISOString());
});

it.each(['', 'soon', '2026-99-01T00:00'])('%j is no moment', (value) => {
  expect(fromLocalTime(value)).toBeNull();
});
