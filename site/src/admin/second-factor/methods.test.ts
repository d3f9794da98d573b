import type { Factor } from '@supabase/auth-js';
import { describe, expect, it } from 'vitest';
import { methodsOf } from './methods.ts';

const on = { enroll: true, verify: true };
const kinds = { totp: on, webauthn: on, phone: on, recovery_code: on };

/** A verified factor whose name is its id, last used at this minute. */
const factor = (factor_type: string, id: string, minute?: number, more: object = {}) =>
  ({
    id,
    factor_type,
    friendly_name: id,
    status: 'verified',
    ...(minute !== undefined && { last_challenged_at: `2026-11-22T12:0${minute}:00Z` }),
    ...more,
  }) as Factor;

const namesOf = (...factors: readonly Factor[]) => methodsOf(factors, kinds).open.map(({ name }) => name);

describe('the ways to prove a second factor', () => {
  it('begin with the one used last and end with recovery codes', () => {
    expect(
      namesOf(
        factor('webauthn', 'never used'),
        factor('recovery_code', 'codes', 9),
        factor('totp', 'app', 1),
        factor('webauthn', 'key', 2),
      ),
    ).toEqual(['key', 'app', 'never used', 'codes']);
  });

  it('have one entry for all authenticator apps, in the place of the one used last', () => {
    const { open } = methodsOf(
      [factor('totp', 'old', 1), factor('webauthn', 'key', 2), factor('totp', 'new', 3)],
      kinds,
    );
    expect(open).toEqual([
      { kind: 'totp', factorIds: ['new', 'old'], name: 'new' },
      { kind: 'webauthn', factorIds: ['key'], name: 'key' },
    ]);
  });

  it('name a phone by the last two digits of its number', () => {
    expect(namesOf(factor('phone', 'mine', 1, { phone: '15550199077' }))).toEqual(['77']);
  });

  it('leave out what the backend does not accept, which still counts as a factor', () => {
    const withoutTotp = { ...kinds, totp: { enroll: false, verify: false } };
    expect(methodsOf([factor('totp', 'app')], withoutTotp)).toEqual({ open: [], hasAny: true });
    const unverified = factor('totp', 'begun', 1, { status: 'unverified' });
    expect(methodsOf([unverified], kinds)).toEqual({ open: [], hasAny: false });
  });
});
