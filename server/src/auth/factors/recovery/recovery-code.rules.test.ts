import { describe, expect, it } from 'vitest';
import { hashCode, isCodeOf } from './code-hashes.ts';
import {
  canonicalCode,
  isRecoveryCode,
  newRecoveryCodes,
  readHash,
  writeHash,
} from './recovery-code.rules.ts';

describe('a set of recovery codes (contract A4.8)', () => {
  it('is ten different codes of 80 bits in base32', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-z2-7]{16}$/);
  });

  it('draws every letter of its alphabet', () => {
    const letters = Array.from({ length: 40 }, newRecoveryCodes).flat().join('');
    expect(new Set(letters).size).toBe(32);
  });
});

it.each([
  ['as the site shows it', 'K4M9-X7QP-2ABC-HT3Z', 'k4m9x7qp2abcht3z'],
  ['with spaces', ' k4m9 x7qp\t2abc ht3z\n', 'k4m9x7qp2abcht3z'],
  ['empty', ' - ', ''],
])('a code that is typed %s is normalised', (_how, typed, canonical) => {
  expect(canonicalCode(typed)).toBe(canonical);
});

it.each([
  ['abcdefghijklmn27', true],
  ['abcdefghijklmn2', false],
  ['abcdefghijklmn278', false],
  ['abcdefghijklmn08', false],
  ['ABCDEFGHIJKLMN27', false],
  ['', false],
])('"%s" can be a code: %s', (code, canBe) => {
  expect(isRecoveryCode(code)).toBe(canBe);
});

describe('a stored hash', () => {
  /** The test vector of argon2's reference implementation for "password". */
  const REFERENCE = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';

  it('has the reference service’s form and parameters, and a new salt', async () => {
    const hash = await hashCode('abcdefghijklmn27');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await hashCode('abcdefghijklmn27')).not.toBe(hash);
    expect(await isCodeOf('abcdefghijklmn27', hash)).toBe(true);
    expect(await isCodeOf('abcdefghijklmn26', hash)).toBe(false);
  });

  it('is verified with its own parameters, and survives reading and writing', async () => {
    expect(await isCodeOf('password', REFERENCE)).toBe(true);
    expect(writeHash(readHash(REFERENCE)!)).toBe(REFERENCE);
  });

  it.each([
    ['of another algorithm', REFERENCE.replace('argon2id', 'argon2i')],
    ['of another version', REFERENCE.replace('v=19', 'v=16')],
    ['that costs too much memory', REFERENCE.replace('m=65536', 'm=65537')],
    ['that takes too many passes', REFERENCE.replace('t=2', 't=99')],
    ['without passes', REFERENCE.replace('t=2', 't=0')],
    ['with something after it', `${REFERENCE}$x`],
    ['that is no hash', 'plain'],
  ])('%s is refused', async (_what, hash) => {
    expect(readHash(hash)).toBeNull();
    expect(await isCodeOf('password', hash)).toBe(false);
  });
});
