import { expect, it } from 'vitest';
import { asLocalTime, fromLocalTime, formatWhen } from './time.tsx';

const now = Date.parse('2026-11-21T12:00:00Z');

it.each([
  ['2026-11-21T11:59:40Z', 'now'],
  ['2026-11-21T11:00:20Z', '59 minutes ago'],
  ['2026-11-21T11:00:00Z', '1 hour ago'],
  ['2026-11-20T12:20:00Z', '23 hours ago'],
  ['2026-11-20T12:00:00Z', 'yesterday'],
  ['2026-11-19T12:30:00Z', '2 days ago'],
  ['2026-11-22T12:00:00Z', 'tomorrow'],
  ['2026-10-01T12:00:00Z', '1\u00a0Oct\u00a02026'],
])('%s is shown as %s', (iso, text) => {
  expect(formatWhen(iso, now)).toBe(text);
});

it('keeps a time to the minute when it is written to a field and read back', () => {
  const moment = new Date(2026, 0, 5, 8, 7, 30);
  expect(asLocalTime(moment)).toBe('2026-01-05T08:07');
  expect(fromLocalTime('2026-01-05T08:07')).toBe(new Date(2026, 0, 5, 8, 7).toISOString());
});

it.each(['', 'soon', '2026-99-01T00:00'])('%j is not a time', (value) => {
  expect(fromLocalTime(value)).toBeNull();
});
