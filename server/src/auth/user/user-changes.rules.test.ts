import { describe, expect, it } from 'vitest';
import { sampleSession, sampleUser } from '../kernel/entities/account.sample.ts';
import {
  isSignedInByPassword,
  passwordNotice,
  requestedAddresses,
  requirePermitted,
} from './user-changes.rules.ts';

const none = { email: null, phone: null };

describe('the addresses that a change asks for (contract A3.2)', () => {
  const user = sampleUser({ email: 'ada@example.org', phone: '4915112345678' });

  it.each([
    [{}, none],
    [{ email: null, phone: null }, none],
    [{ email: '', phone: '' }, none],
    [{ email: 'new@example.org' }, { email: 'new@example.org', phone: null }],
    [{ email: ' New@Example.org ' }, { email: 'new@example.org', phone: null }],
    [{ email: 'ADA@example.org' }, none],
    [{ phone: '+49 151 123 456 78' }, none],
    [{ phone: '+4915199999999' }, { email: null, phone: '4915199999999' }],
  ])('of %j are %j', (body, expected) => {
    expect(requestedAddresses(user, body)).toEqual(expected);
  });

  it.each([{ email: 'no address' }, { phone: 'no number' }])('of %j are refused', (body) => {
    expect(() => requestedAddresses(user, body)).toThrow(/./);
  });
});

describe('a change of the caller’s account', () => {
  const email = { email: 'new@example.org', phone: null };
  const phone = { email: null, phone: '4915199999999' };
  const anonymous = { is_anonymous: true, email: null, confirmed_at: null };

  it.each<[string, object, typeof none | typeof email | typeof phone, object, boolean]>([
    ['nothing', {}, none, {}, false],
    ['data below aal2', { data: { name: 'Ada' } }, none, {}, true],
    ['data of an SSO user', { data: {} }, none, { is_sso_user: true }, false],
    ['an address', { email: 'x' }, email, {}, false],
    ['a password', { password: 'x' }, none, {}, false],
    ['an address of an anonymous user', {}, email, anonymous, false],
    ['an address and a password of an anonymous user', { password: 'x' }, email, anonymous, false],
    ['a number and a password of an anonymous user', { password: 'x' }, phone, anonymous, false],
    ['an empty password', { password: '' }, none, { is_sso_user: true }, true],
  ])('to %s is permitted', (_, body, requested, user, owesSecondFactor) => {
    const holder = { user: sampleUser(user), owesSecondFactor };
    expect(() => requirePermitted(body, requested, holder)).not.toThrow();
  });

  it.each<[string, object, typeof none | typeof email | typeof phone, object, boolean, number, string]>([
    ['app_metadata', { app_metadata: {} }, none, {}, false, 403, 'not_admin'],
    ['a password alone, anonymous', { password: 'x' }, none, anonymous, false, 422, 'validation_failed'],
    ['an address under SSO', {}, email, { is_sso_user: true }, false, 422, 'user_sso_managed'],
    ['a number under SSO', {}, phone, { is_sso_user: true }, false, 422, 'user_sso_managed'],
    ['a password under SSO', { password: 'x' }, none, { is_sso_user: true }, false, 422, 'user_sso_managed'],
    ['an address below aal2', {}, email, {}, true, 401, 'insufficient_aal'],
    ['a number below aal2', {}, phone, {}, true, 401, 'insufficient_aal'],
    ['a password below aal2', { password: 'x' }, none, {}, true, 401, 'insufficient_aal'],
  ])('to %s is refused', (_, body, requested, user, owesSecondFactor, status, code) => {
    const holder = { user: sampleUser(user), owesSecondFactor };
    expect(() => requirePermitted(body, requested, holder)).toThrow(
      expect.objectContaining({ status, code }),
    );
  });
});

describe('a session signed in by password', () => {
  it.each([
    [[{ method: 'password', timestamp: 1 }], true],
    [[{ method: 'totp' }, { method: 'password' }], true],
    [[{ method: 'recovery' }], false],
    [[{ method: 'otp' }, { method: 'totp' }], false],
    [[], false],
    [['password'], false],
    [[null, 7, { method: ['password'] }], false],
    ['password', false],
    [{ method: 'password' }, false],
    [undefined, false],
  ])('has the claim %j: %s', (amr, expected) => {
    expect(isSignedInByPassword(amr)).toBe(expected);
  });
});

describe('the notice of a new password', () => {
  const at = '2026-03-01T10:00:00+00:00';
  const invited = { invited_at: at, email_confirmed_at: at };
  const began = (created_at: string) => sampleSession({ created_at });

  it.each([
    ['another password', { encrypted_password: 'hash' }, began(at), 'password_changed'],
    [
      'another password of an invited person',
      { ...invited, encrypted_password: 'hash' },
      began(at),
      'password_changed',
    ],
    [
      'the first one, in the session that accepted the invitation',
      invited,
      began('2026-03-01T11:00:00+01:00'),
      null,
    ],
    ['the first one, in a later session', invited, began('2026-03-01T10:00:01+00:00'), 'password_added'],
    ['the first one, without a session', invited, null, 'password_added'],
    [
      'the first one of an account without an invitation',
      { email_confirmed_at: at },
      began(at),
      'password_added',
    ],
    [
      'the first one of an unconfirmed account',
      { invited_at: at, email_confirmed_at: null },
      began(at),
      'password_added',
    ],
  ])('about %s', (_title, user, session, expected) => {
    expect(passwordNotice(sampleUser(user), session)).toBe(expected);
  });
});
