import { describe, expect, it } from 'vitest';
import { sampleSession } from './account.sample.ts';
import { instant, sessionEnd, tokenLifeSeconds } from './session.rules.ts';

describe('a timestamp of PostgreSQL', () => {
  const expected = Date.parse('2026-03-01T10:00:00Z');

  it.each([
    '2026-03-01T10:00:00Z',
    '2026-03-01T10:00:00+00:00',
    '2026-03-01T10:00:00',
    '2026-03-01T10:00:00.000',
    '2026-03-01T12:00:00+02:00',
    '2026-03-01T04:30:00-05:30',
    '2026-03-01T12:00:00+0200',
  ])('%s is the same instant, UTC where it names no zone', (text) => {
    expect(instant(text)).toBe(expected);
  });

  it('keeps its fraction', () => {
    expect(instant('2026-03-01T10:00:00.123456')).toBe(expected + 123);
  });
});

describe('a session (contract A2.2)', () => {
  const begun = Date.parse('2026-03-01T10:00:00Z');
  const session = (change = {}) => sampleSession({ created_at: '2026-03-01T10:00:00+00:00', ...change });
  const HOUR = 3_600_000;
  const EXPIRED = 'Session Expired';
  const IDLE = 'Session Expired (Inactivity)';
  const ending = { not_after: '2026-03-01T11:00:00+00:00' };
  const used = { refreshed_at: '2026-03-01T10:30:00' };
  const both = { timebox: HOUR, inactivity_timeout: HOUR };

  it.each<[string, object, object, number, string | null]>([
    ['without limits', {}, {}, 1e12, null],
    ['at its fixed end', ending, {}, HOUR, null],
    ['past its fixed end', ending, {}, HOUR + 1, EXPIRED],
    ['at the end of its timebox', {}, { timebox: HOUR }, HOUR, null],
    ['past its timebox', {}, { timebox: HOUR }, HOUR + 1, EXPIRED],
    ['past its timebox, however lately used', used, { timebox: HOUR }, HOUR + 1, EXPIRED],
    ['with a timebox of 0, which means no limit', {}, { timebox: 0 }, 1e12, null],
    ['idle to the limit', {}, { inactivity_timeout: HOUR }, HOUR, null],
    ['idle past the limit, never refreshed', {}, { inactivity_timeout: HOUR }, HOUR + 1, IDLE],
    ['refreshed in between', used, { inactivity_timeout: HOUR }, 1.5 * HOUR, null],
    ['idle since its refresh', used, { inactivity_timeout: HOUR }, 1.5 * HOUR + 1, IDLE],
    ['with an inactivity limit of 0, which means no limit', {}, { inactivity_timeout: 0 }, 1e12, null],
    ['past both limits', {}, both, 2 * HOUR, EXPIRED],
    [
      'within our limits past the end that its provider set',
      ending,
      { timebox: 3 * HOUR },
      2 * HOUR,
      EXPIRED,
    ],
  ])('%s', (_, change, limits, ageMs, expected) => {
    expect(sessionEnd(session(change), limits, begun + ageMs)).toBe(expected);
  });
});

describe('an access token', () => {
  const now = Date.parse('2026-03-01T10:00:00Z');

  it.each<[string, string | null, number]>([
    ['of a session without a fixed end', null, 3600],
    ['of a session that ends later', '2026-03-01T12:00:00+00:00', 3600],
    ['of a session that ends before', '2026-03-01T10:10:00.5+00:00', 600],
    ['of a session that ends now', '2026-03-01T10:00:00.2+00:00', 1],
  ])('%s lives as long as both allow', (_, notAfter, expected) => {
    expect(tokenLifeSeconds(3600, notAfter, now)).toBe(expected);
  });
});
