import { describe, expect, it } from 'vitest';
import { createPasswords, MAX_PASSWORD_BYTES } from './password-hashing.ts';

const passwords = createPasswords(2);

describe('a password hash', () => {
  it('is bcrypt at the cost that Supabase uses, with a salt of its own', async () => {
    const [one, other] = await Promise.all([passwords.hash('secret one'), passwords.hash('secret one')]);
    expect(one).toMatch(/^\$2[ab]\$10\$[./A-Za-z0-9]{53}$/);
    expect(one).not.toBe(other);
  });

  it('matches its password and no other', async () => {
    const hash = await passwords.hash('Grüße 😀');
    expect(await passwords.matches('Grüße 😀', hash)).toBe(true);
    for (const wrong of ['Grüße 😁', 'grüße 😀', 'Grüße 😀 ', '', hash]) {
      expect(await passwords.matches(wrong, hash)).toBe(false);
    }
  });

  it.each([null, ''])('of %j matches nothing, the decoy’s own password included', async (hash) => {
    expect(await passwords.matches('no account has this password', hash)).toBe(false);
  });

  it('is not matched by a longer password with the same first 72 bytes (contract A0.9)', async () => {
    const password = 'x'.repeat(MAX_PASSWORD_BYTES);
    const hash = await passwords.hash(password);
    expect(await passwords.matches(password, hash)).toBe(true);
    expect(await passwords.matches(`${password}y`, hash)).toBe(false);
  });

  it('that is none matches nothing', async () => {
    await expect(passwords.matches('x', 'not a hash').catch(() => false)).resolves.toBe(false);
  });

  it('is made in turn: over a hundred waiting, further callers get 429', async () => {
    const flooded = createPasswords(1);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 103 }, () => flooded.matches('x', 'none')),
    );
    const refused = outcomes.filter(
      (outcome) => outcome.status === 'rejected' && outcome.reason.code === 'over_request_rate_limit',
    );
    expect(refused.length).toBe(2);
  }, 60_000);
});
