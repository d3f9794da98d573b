import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addProviders,
  changedMetadata,
  fittingMetadata,
  mergeMetadata,
  metadataBody,
  providerMetadata,
} from './metadata.rules.ts';

/** Metadata of `bytes` bytes of JSON. */
const ofSize = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });

describe('metadata', () => {
  it.each([
    [{ a: 1 }, { b: 2 }, { a: 1, b: 2 }],
    [{ a: 1 }, { a: 2 }, { a: 2 }],
    [{ a: 1, b: 2 }, { a: null }, { b: 2 }],
    [{ a: { deep: 1, other: 2 } }, { a: { deep: 3 } }, { a: { deep: 3 } }],
    [{ a: { deep: 1 } }, { a: { deep: null } }, { a: { deep: null } }],
    [{ a: [1, 2] }, { a: [3] }, { a: [3] }],
    [{ a: 1 }, { a: false, b: 0, c: '' }, { a: false, b: 0, c: '' }],
    [{ a: 1 }, {}, { a: 1 }],
    [{ a: 1 }, null, { a: 1 }],
    [{ a: 1 }, undefined, { a: 1 }],
    [null, { a: 1 }, { a: 1 }],
    [null, { a: null }, {}],
    [null, null, {}],
  ])('%j changed by %j is %j (contract A3.2)', (present, changes, expected) => {
    expect(mergeMetadata(present, changes)).toEqual(expected);
  });

  it.each([
    [4_096, true],
    [4_097, false],
  ])('of %i bytes is accepted: %s', (bytes, isTaken) => {
    expect(metadataBody.safeParse(ofSize(bytes)).success).toBe(isTaken);
    const read = () => changedMetadata('user_metadata', null, ofSize(bytes));
    if (isTaken) expect(read()).toEqual(ofSize(bytes));
    else expect(read).toThrow(/^user_metadata may hold 4096 bytes of JSON at most$/);
  });

  it('over the limit may change but not grow', () => {
    const change = (bytes: number) => changedMetadata('user_metadata', ofSize(4_200), ofSize(bytes));
    expect(change(4_200)).toEqual(ofSize(4_200));
    expect(() => change(4_201)).toThrow(/^user_metadata may hold 4096 bytes/);
  });

  it('is measured in bytes, not in characters', () => {
    expect(metadataBody.safeParse({ a: '😀'.repeat(1_022) }).success).toBe(true);
    expect(metadataBody.safeParse({ a: '😀'.repeat(1_023) }).success).toBe(false);
  });

  it.each([[[]], ['text'], [1], [null]])('cannot be %j', (value) => {
    expect(metadataBody.safeParse(value).success).toBe(false);
  });
});

describe('a provider’s profile', () => {
  it('loses its largest members first', () => {
    const profile = { huge: 'x'.repeat(5_000), name: 'Ada', large: 'y'.repeat(4_000), sub: '1' };
    expect(fittingMetadata(profile)).toEqual({ sub: '1', name: 'Ada', large: 'y'.repeat(4_000) });
  });

  it('of any size is cut to the limit', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ maxLength: 500 }), fc.string({ maxLength: 3_000 })),
        (profile) => {
          expect(metadataBody.safeParse(fittingMetadata(profile)).success).toBe(true);
        },
      ),
    );
  });
});

describe('the providers of an account (contract A0.12)', () => {
  it.each([
    [[], {}],
    [['email'], { provider: 'email', providers: ['email'] }],
    [['email', 'phone'], { provider: 'email', providers: ['email', 'phone'] }],
    [['google', 'google'], { provider: 'google', providers: ['google'] }],
  ])('%j are stored as %j', (providers, expected) => {
    expect(providerMetadata(providers)).toEqual(expected);
  });

  it.each([
    [null, ['email'], { provider: 'email', providers: ['email'] }],
    [{}, ['email'], { provider: 'email', providers: ['email'] }],
    [
      { provider: 'email', providers: ['email'] },
      ['google'],
      { provider: 'email', providers: ['email', 'google'] },
    ],
    [{ provider: 'email', providers: ['email'] }, ['email'], { provider: 'email', providers: ['email'] }],
    [{ plan: 'pro' }, ['email'], { plan: 'pro', provider: 'email', providers: ['email'] }],
    [{ providers: 'email' }, ['google'], { provider: 'google', providers: ['google'] }],
    [{ providers: [1, null, 'email'] }, ['google'], { provider: 'google', providers: ['email', 'google'] }],
  ])('%j and a new %j become %j', (present, added, expected) => {
    expect(addProviders(present, added)).toEqual(expected);
  });
});
