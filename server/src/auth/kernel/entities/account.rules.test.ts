import { describe, expect, it } from 'vitest';
import { isBanned, isUuid } from './account.rules.ts';
import { sampleUser } from './account.sample.ts';

describe('a ban (contract A0.4)', () => {
  const now = Date.parse('2026-03-01T10:00:00Z');

  it.each([
    [null, false],
    ['2026-03-01T10:00:00.001+00:00', true],
    ['2026-03-01T10:00:00+00:00', false],
    ['2026-03-01T09:59:59.999+00:00', false],
    ['2026-03-01T11:30:00+02:00', false],
    ['2026-03-01T11:30:00+01:00', true],
    ['9999-12-31T23:59:59+00:00', true],
  ])('until %s is in force: %s', (banned_until, expected) => {
    expect(isBanned(sampleUser({ banned_until }), now)).toBe(expected);
  });
});

describe('a UUID', () => {
  it.each(['7d9f6a3e-0d5c-4b6e-9f57-2b1c0a9e8d7f', '00000000-0000-0000-0000-000000000000'])(
    'can be %s, in upper case too',
    (text) => {
      expect(isUuid(text)).toBe(true);
      expect(isUuid(text.toUpperCase())).toBe(true);
    },
  );

  it.each([
    '',
    '7d9f6a3e0d5c4b6e9f572b1c0a9e8d7f',
    '{7d9f6a3e-0d5c-4b6e-9f57-2b1c0a9e8d7f}',
    '7d9f6a3e-0d5c-4b6e-9f57-2b1c0a9e8d7',
    '7d9f6a3e-0d5c-4b6e-9f57-2b1c0a9e8d7f0',
    '7d9f6a3g-0d5c-4b6e-9f57-2b1c0a9e8d7f',
    '7d9f6a3e-0d5c-4b6e-9f57-2b1c0a9e8d7f\n',
    ' 7d9f6a3e-0d5c-4b6e-9f57-2b1c0a9e8d7f',
    "7d9f6a3e-0d5c-4b6e-9f57-2b1c0a9e8d7f' or true --",
  ])('cannot be %j', (text) => {
    expect(isUuid(text)).toBe(false);
  });
});
