import { describe, expect, test } from 'vitest';
import { isEmail, MAX_EMAIL_LENGTH } from './email.ts';
import { honeypotHeaderValue } from './headers.ts';
import { realNames } from '@solostead/tests/fixtures/name-examples.ts';
import { isFieldValid, maxLengths } from './text-fields.ts';

test.each(realNames)('accepts the name %s', (name) => {
  expect(isFieldValid('name', name)).toBe(true);
});

describe('the honeypot field in its header', () => {
  test.each([
    ['', ''],
    ['plain', 'plain'],
    ['a b', 'a%20b'],
    ['é', '%C3%A9'],
    ['a\r\nX-Other: b', 'a%0D%0AX-Other%3A%20b'],
    ['\ud800', '%EF%BF%BD'],
    ['x'.repeat(101), 'x'.repeat(100)],
  ])('%j is %j', (content, expected) => {
    expect(honeypotHeaderValue(content)).toBe(expected);
  });

  test('any value but an empty one counts as filled', () => {
    for (const content of [' ', '\0', '\ud800', '😀'.repeat(100)])
      expect(honeypotHeaderValue(content)).toMatch(/^[\x21-\x7e]{1,100}$/);
  });
});

describe('an e-mail address', () => {
  const domain = `${'d'.repeat(61)}.${'e'.repeat(61)}.${'f'.repeat(61)}.org`;
  const ofLength = (length: number) => `${'l'.repeat(length - domain.length - 1)}@${domain}`;

  test('has at most 254 characters, at most 64 of them before its @', () => {
    expect(MAX_EMAIL_LENGTH).toBe(254);
    expect(isEmail(ofLength(domain.length + 1 + 64))).toBe(true);
    expect(isEmail(ofLength(domain.length + 1 + 65))).toBe(false);
    const long = `a@${'d'.repeat(63)}.${'e'.repeat(63)}.${'f'.repeat(63)}.${'g'.repeat(56)}.org`;
    expect(long.length).toBe(254);
    expect([isEmail(long), isEmail(long.replace('a@', 'aa@'))]).toEqual([true, false]);
  });
});

test('a profile of the maximum length is accepted, and a longer one is refused', () => {
  const profile = (length: number) => 'https://linkedin.com/in/'.padEnd(length, 'a');
  expect(isFieldValid('linkedin', profile(maxLengths.linkedin))).toBe(true);
  expect(isFieldValid('linkedin', profile(maxLengths.linkedin + 1))).toBe(false);
});
