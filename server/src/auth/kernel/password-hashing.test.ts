import { describe, expect, it } from 'vitest';
import { isPasswordOf, MAX_PASSWORD_BYTES, newPasswordHash } from './password-hashing.ts';

describe('a password hash', () => {
  it('is bcrypt at the cost that Supabase uses, with a new salt', async () => {
    const [one, other] = await Promise.all([newPasswordHash('secret one'), newPasswordHash('secret one')]);
    expect(one).toMatch(/^\$2[ab]\$10\$[./A-Za-z0-9]{53}$/);
    expect(one).not.toBe(other);
  });

  it('matches its password and no other', async () => {
    const hash = await newPasswordHash('Grüße 😀');
    expect(await isPasswordOf('Grüße 😀', hash)).toBe(true);
    for (const wrong of ['Grüße 😁', 'grüße 😀', 'Grüße 😀 ', '', hash]) {
      expect(await isPasswordOf(wrong, hash)).toBe(false);
    }
  });

  it.each([null, ''])('of %j matches nothing, the decoy’s own password included', async (hash) => {
    expect(await isPasswordOf('no account has this password', hash)).toBe(false);
  });

  it('is not matched by a longer password with the same first 72 bytes (contract A0.9)', async () => {
    const password = 'x'.repeat(MAX_PASSWORD_BYTES);
    const hash = await newPasswordHash(password);
    expect(await isPasswordOf(password, hash)).toBe(true);
    expect(await isPasswordOf(`${password}y`, hash)).toBe(false);
  });
});
