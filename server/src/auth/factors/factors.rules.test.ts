import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { readStoredCredential, storedCredential, withSignCount } from './factor-credential.rules.ts';
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
    const url = new URL(totpUri({ issuer: 'lab.example', label: 'ada@example.org', secret: secret }));
    expect(url.href).toMatch(/^otpauth:\/\/totp\/lab\.example:ada%40example\.org\?/);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'lab.example',
      secret: secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });

  it.each(['a&secret=forged', 'a?b#c', 'ä ö/ü'])('is encoded correctly next to the label %j', (label) => {
    const url = new URL(totpUri({ issuer: label, label, secret: secret }));
    expect(url.searchParams.getAll('secret')).toEqual([secret]);
  });
});

describe('a stored WebAuthn credential (contract A4.6)', () => {
  const credential = {
    id: '-_8',
    publicKey: 'pQECAyY',
    signCount: 7,
    transports: ['internal'],
    aaguid: '00000000-0000-0000-0000-000000000000',
    isBackupEligible: true,
    isBackedUp: false,
    isUserVerified: true,
  };

  it('is read back unchanged', () => {
    const { id, publicKey, signCount, transports } = credential;
    expect(readStoredCredential(storedCredential(credential))).toEqual({
      id,
      publicKey,
      signCount,
      transports,
    });
  });

  it('has the reference service’s form, binary values in base64', () => {
    expect(storedCredential(credential)).toMatchObject({
      id: '+/8=',
      publicKey: 'pQECAyY=',
      flags: { userPresent: true, userVerified: true, backupEligible: true, backupState: false },
      authenticator: { AAGUID: credential.aaguid, signCount: 7, cloneWarning: false },
    });
  });

  it('keeps all but the counter after a use', () => {
    const stored = { ...storedCredential(credential), extra: 'kept' };
    const used = withSignCount(stored, 8);
    expect(used).toEqual({ ...stored, authenticator: { ...storedAuthenticator(stored), signCount: 8 } });
    expect(readStoredCredential(used)?.signCount).toBe(8);
  });

  it('is null before its registration', () => expect(readStoredCredential(null)).toBeNull());

  it('may have no transports', () => {
    const { transport: _, ...stored } = storedCredential(credential);
    expect(readStoredCredential(stored)?.transports).toEqual([]);
  });

  it.each([{}, { id: 1 }, { id: 'a', publicKey: 'b' }, { id: 'a', publicKey: 'b', authenticator: {} }])(
    'is null for %j',
    (stored) => {
      expect(() => readStoredCredential(stored)).toThrow(/./);
    },
  );

  const storedAuthenticator = (stored: Record<string, unknown>) => Object(stored['authenticator']);
});
