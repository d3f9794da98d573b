import { expect, it } from 'vitest';
import { sayTimeInStatus } from './time-in-status.ts';

const now = Date.parse('2026-11-22T12:00:00Z');

it.each([
  ['2026-11-22T11:01:00Z', 'new in Interview'],
  ['2026-11-22T11:00:00Z', '1 h in Interview'],
  ['2026-11-21T12:01:00Z', '23 h in Interview'],
  ['2026-11-21T12:00:00Z', '1 day in Interview'],
  ['2026-11-19T12:00:00Z', '3 days in Interview'],
])('says of an application that was moved at %s: %s', (since, said) => {
  expect(sayTimeInStatus(since, now, 'Interview')).toBe(said);
});
