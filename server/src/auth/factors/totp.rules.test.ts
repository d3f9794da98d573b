import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { acceptedStep, newTotpSecret, totpUri } from './totp.rules.ts';

// The secret of RFC 6238, appendix B: its codes there have 8 digits, of which ours are the last 6.
const secret = Secret.fromUTF8('12345678901234567890').base32;

describe('a TOTP code (contract A4.4)', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
  ])('at second %i is %s, of step %i (RFC 6238)', (seconds, code, step) => {
    expect(acceptedStep(secret, code, seconds * 1_000)).toBe(step);
  });

  const step = 37_037_037;
  const codeOf = (counter: number) =>
    new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({
      timestamp: counter * 30_000,
    });

  it.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('of the step %i from the current one is accepted: %s', (distance, isAccepted) => {
    for (const now of [step * 30_000, step * 30_000 + 29_999]) {
      expect(acceptedStep(secret, codeOf(step + distance), now)).toBe(isAccepted ? step + distance : null);
    }
  });

  it.each(['', '05047', '0504711', '05047x', ' 50471', '050471\n', '٠٥٠٤٧١', '-50471', '5.0471'])(
    'cannot be %j',
    (code) => {
      expect(acceptedStep(secret, code, step * 30_000)).toBeNull();
    },
  );

  it('is refused for a factor without a secret', () => {
    expect(acceptedStep('', codeOf(step), step * 30_000)).toBeNull();
  });

  it('of another secret is refused', () => {
    expect(acceptedStep(newTotpSecret(), codeOf(step), step * 30_000)).toBeNull();
  });
});

describe('a TOTP secret', () => {
  it('has 160 bits and never repeats', () => {
    const drawn = Array.from({ length: 20 }, newTotpSecret);
    for (const secret of drawn) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new Set(drawn).size).toBe(20);
  });

  it('is part of the otpauth URL for an app', () => {
    const url = new URL(totpUri({ issuer: 'lab.example', label: 'ada@example.org', secret }));
    expect(url.href).toMatch(/^otpauth:\/\/totp\/lab\.example:ada%40example\.org\?/);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'lab.example',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });

  it.each(['a&secret=forged', 'a?b#c', 'ä ö/ü'])('is encoded correctly next to the label %j', (label) => {
    const url = new URL(totpUri({ issuer: label, label, secret }));
    expect(url.searchParams.getAll('secret')).toEqual([secret]);
  });
});
