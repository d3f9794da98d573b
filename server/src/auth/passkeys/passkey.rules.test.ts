import { describe, expect, it } from 'vitest';
import { sampleUser, USER_ID } from '../kernel/entities/account.sample.ts';
import { MAX_PASSKEYS, passkeyJson, requireRegistrable, requireRoom, userHandleOf } from './passkey.rules.ts';

describe('a passkey as its owner sees it (contract A6.3)', () => {
  const stored = {
    id: 'p1',
    friendly_name: 'Laptop',
    created_at: '2026-03-01T10:00:00+00:00',
    last_used_at: null,
    public_key: 'secret key',
    credential_id: 'credential',
  };

  it('has id, name and times, and no key', () => {
    expect(JSON.parse(JSON.stringify(passkeyJson(stored)))).toEqual({
      id: 'p1',
      friendly_name: 'Laptop',
      created_at: '2026-03-01T10:00:00.000Z',
    });
  });

  it('shows its last use, and no empty name', () => {
    const used = { ...stored, friendly_name: '', last_used_at: '2026-03-02T12:00:00+02:00' };
    expect(passkeyJson(used)).toMatchObject({
      friendly_name: undefined,
      last_used_at: '2026-03-02T10:00:00.000Z',
    });
  });
});

describe('a user’s handle (contract A6.2)', () => {
  const handle = Buffer.from(USER_ID).toString('base64url');

  it.each<[object, string]>([
    [{ response: { userHandle: handle } }, USER_ID],
    [{ response: { userHandle: '' } }, ''],
    [{ response: { userHandle: 7 } }, ''],
    [{ response: {} }, ''],
    [{ response: null }, ''],
    [{}, ''],
  ])('in %j is %j', (response, expected) => {
    expect(userHandleOf({ ...response })).toBe(expected);
  });
});

describe('a registration (contract A6.1)', () => {
  it.each([
    [0, true],
    [MAX_PASSKEYS - 1, true],
    [MAX_PASSKEYS, false],
    [MAX_PASSKEYS + 1, false],
  ])('with %i other passkeys is allowed: %s', (count, hasRoom) => {
    const register = () => requireRoom(Array.from({ length: count }));
    if (hasRoom) expect(register).not.toThrow();
    else expect(register).toThrow(expect.objectContaining({ status: 422, code: 'too_many_passkeys' }));
  });

  it('is open to a confirmed user who owes no second factor', () => {
    expect(() => requireRegistrable(sampleUser(), false)).not.toThrow();
  });

  it.each<[string, object, boolean, number, string]>([
    ['an SSO user', { is_sso_user: true }, false, 422, 'user_sso_managed'],
    ['an anonymous user', { is_anonymous: true }, false, 422, 'email_not_confirmed'],
    ['an unconfirmed user', { confirmed_at: null }, false, 422, 'email_not_confirmed'],
    ['a user below aal2', {}, true, 403, 'insufficient_aal'],
  ])('is closed to %s', (_, user, owesSecondFactor, status, code) => {
    expect(() => requireRegistrable(sampleUser(user), owesSecondFactor)).toThrow(
      expect.objectContaining({ status, code }),
    );
  });
});
