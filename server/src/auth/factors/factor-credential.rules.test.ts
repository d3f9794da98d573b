import { describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { readStoredCredential, storedCredential, withSignCount } from './factor-credential.rules.ts';

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

  it('has the reference service’s form, binary values in base64, and is read back unchanged', () => {
    const { id, publicKey, signCount, transports } = credential;
    const stored = storedCredential(credential);
    expect(readStoredCredential(stored)).toEqual({ id, publicKey, signCount, transports });
    expect(stored).toEqual({
      id: '+/8=',
      publicKey: 'pQECAyY=',
      attestationType: 'none',
      transport: ['internal'],
      flags: { userPresent: true, userVerified: true, backupEligible: true, backupState: false },
      authenticator: { AAGUID: credential.aaguid, signCount: 7, cloneWarning: false },
    });
  });

  it.each([
    [{ isUserVerified: false }, { userVerified: false }],
    [{ isBackupEligible: false }, { backupEligible: false }],
    [{ isBackedUp: true }, { backupState: true }],
  ])('with %j has the flags %j', (change, flags) => {
    expect(storedCredential({ ...credential, ...change })).toMatchObject({ flags });
  });

  it('keeps all but the counter after a use', () => {
    const stored = { ...storedCredential(credential), extra: 'kept' };
    const used = withSignCount(stored, 8);
    const authenticator = { AAGUID: credential.aaguid, signCount: 8, cloneWarning: false };
    expect(used).toEqual({ ...stored, authenticator });
    expect(readStoredCredential(used)?.signCount).toBe(8);
  });

  it('is null before its registration', () => expect(readStoredCredential(null)).toBeNull());

  it('may have no transports', () => {
    const { transport: _, ...stored } = storedCredential(credential);
    expect(readStoredCredential(stored)?.transports).toEqual([]);
  });

  it.each([{}, { id: 1 }, { id: 'a', publicKey: 'b' }, { id: 'a', publicKey: 'b', authenticator: {} }])(
    'is an error when it is damaged: %j',
    (stored) => {
      expect(() => readStoredCredential(stored)).toThrow(ZodError);
    },
  );
});
