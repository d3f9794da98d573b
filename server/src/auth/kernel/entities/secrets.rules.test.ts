import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  codeOfLink,
  isRefreshToken,
  newLinkToken,
  newOtp,
  newPassword,
  newRefreshToken,
  otpHash,
} from './secrets.rules.ts';

describe('a random secret', () => {
  it.each<[string, () => string, RegExp]>([
    ['refresh token', newRefreshToken, /^[a-z0-9]{12}$/],
    ['code of 6 digits', () => newOtp(6), /^\d{6}$/],
    ['code of 10 digits', () => newOtp(10), /^\d{10}$/],
    ['password, without letters that look alike', newPassword, /^[a-km-zA-HJ-NP-Z2-9]{20}$/],
    ['token of a link', newLinkToken, /^[0-9a-f]{56}$/],
  ])('%s has its format and never repeats', (_, draw, form) => {
    const drawn = Array.from({ length: 50 }, draw);
    for (const secret of drawn) expect(secret).toMatch(form);
    expect(new Set(drawn).size).toBe(50);
  });

  it('uses every character of its alphabet', () => {
    const digits = new Set(Array.from({ length: 200 }, () => newOtp(6)).join(''));
    expect([...digits].toSorted().join('')).toBe('0123456789');
  });
});

describe('the form of a refresh token (contract A2.2)', () => {
  it.each([
    ['abcdef012345', true],
    ['', false],
    ['abcdef01234', false],
    ['abcdef0123456', false],
    ['ABCDEF012345', false],
    ['abcdef-12345', false],
    ['abcdef012345\n', false],
    ["a' or '1'='1", false],
  ])('%j: %s', (text, expected) => {
    expect(isRefreshToken(text)).toBe(expected);
  });
});

describe('a code in the same mail as a link (contract A1.7)', () => {
  it.each([6, 7, 8, 9, 10])('has %i digits, leading zeros kept', (length) => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-f]{56}$/), (link) => {
        expect(codeOfLink(link, length)).toMatch(new RegExp(`^\\d{${length}}$`));
      }),
    );
  });

  it('is always the same for one link and differs between links', () => {
    const link = newLinkToken();
    expect(codeOfLink(link, 6)).toBe(codeOfLink(link, 6));
    expect(codeOfLink(link, 10)).not.toBe(codeOfLink(newLinkToken(), 10));
  });

  it('is not part of the link, so neither reveals the other', () => {
    const link = newLinkToken();
    const digest = createHash('sha256').update(link).digest('hex');
    expect(link).not.toContain(codeOfLink(link, 10));
    expect(BigInt(`0x${digest}`) % 10n ** 10n).not.toBe(BigInt(codeOfLink(link, 10)));
  });
});

describe('the stored hash of a code', () => {
  it('is SHA-224 over address and code, as the reference service keeps it', () => {
    const expected = createHash('sha224').update('4915112345678123456').digest('hex');
    expect(otpHash('4915112345678', '123456')).toBe(expected);
  });
});
