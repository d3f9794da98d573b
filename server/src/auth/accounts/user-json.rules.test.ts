import { describe, expect, it } from 'vitest';
import {
  sampleAccount,
  sampleFactor,
  sampleIdentity,
  sampleUser,
  USER_ID,
} from '../kernel/entities/account.sample.ts';
import { decoyUser, factorJson, identityJson, userJson } from './user-json.rules.ts';

const written = (value: unknown) => JSON.parse(JSON.stringify(value));

describe('a user (contract A0.12)', () => {
  it('has its texts, metadata and identities, no hash of a password and no member that is unset', () => {
    const user = sampleUser({ encrypted_password: '$2a$10$hash' });
    expect(written(userJson(sampleAccount({ user })))).toEqual({
      id: USER_ID,
      aud: 'authenticated',
      role: 'authenticated',
      email: 'ada@example.org',
      email_confirmed_at: '2026-01-01T10:00:00.000Z',
      phone: '',
      confirmed_at: '2026-01-01T10:00:00.000Z',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: {},
      identities: [written(identityJson(sampleIdentity()))],
      created_at: '2026-01-01T10:00:00.000Z',
      updated_at: '2026-01-01T10:00:00.000Z',
      is_anonymous: false,
    });
  });

  it.each([
    [{ email: null }, { email: '' }],
    [{ phone: '4915112345678' }, { phone: '4915112345678' }],
    [
      { aud: null, role: null },
      { aud: '', role: '' },
    ],
    [
      { raw_app_meta_data: null, raw_user_meta_data: null },
      { app_metadata: {}, user_metadata: {} },
    ],
    [{ email_change: 'new@example.org' }, { new_email: 'new@example.org' }],
    [{ phone_change: '4915199999999' }, { new_phone: '4915199999999' }],
    [{ banned_until: '2026-05-01T12:00:00+02:00' }, { banned_until: '2026-05-01T10:00:00.000Z' }],
    [{ is_anonymous: true }, { is_anonymous: true }],
  ])('with %j shows %j', (change, expected) => {
    expect(written(userJson(sampleAccount({ user: sampleUser(change) })))).toMatchObject(expected);
  });

  it.each(['email_change', 'phone_change'] as const)('leaves out an empty %s', (column) => {
    const json = written(userJson(sampleAccount({ user: sampleUser({ [column]: '' }) })));
    expect(json).not.toHaveProperty('new_email');
    expect(json).not.toHaveProperty('new_phone');
  });

  it('shows factors when there are any, and an empty list of identities', () => {
    const json = written(userJson(sampleAccount({ factors: [sampleFactor()], identities: [] })));
    expect(json).toMatchObject({ factors: [{ factor_type: 'totp' }], identities: [] });
    expect(written(userJson(sampleAccount()))).not.toHaveProperty('factors');
  });
});

describe('a factor', () => {
  it('never shows its secret or key', () => {
    const factor = sampleFactor({ web_authn_credential: { publicKey: 'key' } });
    expect(JSON.stringify(factorJson(factor))).not.toMatch(/JBSWY3DPEHPK3PXP|secret|credential/);
  });

  it.each([
    [{ friendly_name: '' }, 'friendly_name'],
    [{ friendly_name: null }, 'friendly_name'],
    [{ phone: null }, 'phone'],
    [{ last_challenged_at: null }, 'last_challenged_at'],
  ])('with %j has no %s', (change, member) => {
    expect(written(factorJson(sampleFactor(change)))).not.toHaveProperty(member);
  });
});

describe('the decoy user for a known address (contract A1.1, A1.2)', () => {
  const at = new Date('2026-03-01T10:00:00Z');

  it.each([
    ['email', 'ada@example.org', { phone: '' }],
    ['phone', '4915112345678', { email: '' }],
  ] as const)('looks like a new user except for its identities, by %s', (kind, address, other) => {
    const decoy = decoyUser(kind, address, { name: 'Eve' }, at);
    expect(decoy).toMatchObject({
      ...{ [kind]: address, ...other },
      identities: [],
      created_at: at.toISOString(),
      confirmation_sent_at: at.toISOString(),
      app_metadata: { provider: kind, providers: [kind] },
      user_metadata: { name: 'Eve', sub: decoy['id'], email_verified: false, phone_verified: false },
    });
    expect(decoy).not.toHaveProperty('email_confirmed_at');
  });

  it('has a new id at each request', () => {
    expect(decoyUser('email', 'a@example.org', {}, at)['id']).not.toBe(
      decoyUser('email', 'a@example.org', {}, at)['id'],
    );
  });

  it('does not take its address or confirmation from the request', () => {
    const data = { sub: 'mine', email: 'other@example.org', email_verified: true };
    expect(decoyUser('email', 'ada@example.org', data, at)['user_metadata']).toMatchObject({
      email: 'ada@example.org',
      email_verified: false,
    });
  });

  it('has the members that a new user has', () => {
    const user = sampleUser({
      email_confirmed_at: null,
      confirmed_at: null,
      confirmation_sent_at: at.toISOString(),
    });
    const real = Object.keys(written(userJson(sampleAccount({ user, identities: [] }))));
    expect(Object.keys(decoyUser('email', 'ada@example.org', {}, at)).toSorted()).toEqual(real.toSorted());
  });
});
