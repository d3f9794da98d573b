import { describe, expect, it } from 'vitest';
import { challengeOf, isVerified } from './code-challenge.rules.ts';

// The example of RFC 7636, appendix B.
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

const parse = (code_challenge?: string | null, code_challenge_method?: string | null) =>
  challengeOf({ code_challenge, code_challenge_method });

describe('a code challenge (contract A0.10)', () => {
  it.each([
    [null, null],
    [undefined, undefined],
    ['', ''],
    [null, ''],
  ])('is absent with %j and %j', (provided, method) => {
    expect(parse(provided, method)).toBeNull();
  });

  it.each([
    ['S256', 's256'],
    ['s256', 's256'],
    ['plain', 'plain'],
    ['PLAIN', 'plain'],
  ])('is read with method %s', (method, stored) => {
    expect(parse(CHALLENGE, method)).toEqual({ challenge: CHALLENGE, method: stored });
  });

  it.each([
    ['no method', CHALLENGE, null, /requires/],
    ['a method alone', null, 's256', /requires/],
    ['an empty method', CHALLENGE, '', /requires/],
    ['42 characters', 'a'.repeat(42), 's256', /between 43 and 128/],
    ['129 characters', 'a'.repeat(129), 's256', /between 43 and 128/],
    ['a character of base64', `${'a'.repeat(43)}+`, 's256', /between 43 and 128/],
    ['padding', `${'a'.repeat(43)}=`, 's256', /between 43 and 128/],
    ['a line break', `${'a'.repeat(43)}\n`, 's256', /between 43 and 128/],
    ['another method', CHALLENGE, 'md5', /must be s256 or plain/],
    ['a method with a blank', CHALLENGE, 's256 ', /must be s256 or plain/],
  ])('with %s is refused', (_, provided, method, reason) => {
    expect(() => parse(provided, method)).toThrow(reason);
  });

  it.each([43, 128])('may have %i characters', (length) => {
    expect(parse('a'.repeat(length), 'plain')?.challenge).toHaveLength(length);
  });
});

describe('a code verifier (contract A2.4)', () => {
  it.each([
    ['s256', CHALLENGE, VERIFIER, true],
    ['plain', CHALLENGE, CHALLENGE, true],
    ['s256', CHALLENGE, `${VERIFIER}x`, false],
    ['s256', CHALLENGE, VERIFIER.toUpperCase(), false],
    ['s256', CHALLENGE, CHALLENGE, false],
    ['s256', CHALLENGE, '', false],
    ['plain', CHALLENGE, VERIFIER, false],
    ['plain', CHALLENGE, CHALLENGE.slice(1), false],
    ['plain', CHALLENGE, '', false],
    ['plain', CHALLENGE, 'Ä'.repeat(43), false],
  ] as const)('of %s %s accepts the verifier %j: %s', (method, stored, provided, expected) => {
    expect(isVerified({ challenge: stored, method }, provided)).toBe(expected);
  });
});
