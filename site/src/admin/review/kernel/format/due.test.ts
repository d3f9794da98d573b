import { expect, it } from 'vitest';
import { formatDue, formatHours, formatTimeInStatus } from './due.tsx';

const now = Date.parse('2026-11-22T12:00:00Z');

it.each([
  ['2026-11-26T12:00:00Z', 'due in 4 days'],
  ['2026-11-25T11:59:00Z', 'due in 2 days'],
  ['2026-11-23T12:00:00Z', 'due in 1 day'],
  ['2026-11-23T11:59:00Z', 'due within a day'],
  ['2026-11-22T12:00:00Z', 'due within a day'],
  ['2026-11-22T11:59:00Z', 'overdue today'],
  ['2026-11-21T12:00:00Z', '1 day overdue'],
  ['2026-11-12T11:00:00Z', '10 days overdue'],
])('an answer promised for %s is %s', (dueAt, text) => {
  expect(formatDue(dueAt, now)).toBe(text);
});

it.each([
  ['2026-11-22T11:01:00Z', 'new'],
  ['2026-11-22T11:00:00Z', '1 h'],
  ['2026-11-21T12:01:00Z', '23 h'],
  ['2026-11-21T12:00:00Z', '1 day'],
  ['2026-11-19T12:00:00Z', '3 days'],
])('an application that was moved at %s has: %s', (since, text) => {
  expect(formatTimeInStatus(since, now)).toBe(text);
});

it.each<[number | null, number | null | undefined, string]>([
  [null, null, 'none yet'],
  [16.4, 36, '16 h'],
  [47, undefined, '47 h'],
  [48, undefined, '2 days'],
  [24.5, 53, '1 day'],
  [53, undefined, '2.2 days'],
  [24 * 12.4, undefined, '12 days'],
])('%s hours next to %s are: %s', (hours, longest, formatted) => {
  expect(formatHours(hours, longest)).toBe(formatted);
});
