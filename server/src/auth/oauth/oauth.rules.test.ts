import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { externalProvider } from './providers/external-settings.rules.ts';
import { idTokenFault } from './id-token.rules.ts';
import { decideLinking, type KnownAccounts } from '../accounts/external/identity-linking.rules.ts';
import { candidateEmail, openIdProfile } from '../accounts/external/provider-profile.rules.ts';

const sha256 = (text: string) => createHash('sha256').update(text);

describe('an ID token', () => {
  const presented = {
    clientIds: ['web', 'phone'],
    nonce: null as string | null,
    accessToken: null as string | null,
    skipNonceCheck: false,
    algorithm: 'RS256',
  };
  const hashed = sha256('raw').digest('hex');
  const half = sha256('access').digest().subarray(0, 16).toString('base64url');

  it.each([
    [{ aud: 'web' }, {}],
    [{ aud: 'phone' }, {}],
    [{ aud: ['web', 'other'], azp: 'web' }, {}],
    [{ aud: 'web', nonce: hashed }, { nonce: 'raw' }],
    [{ aud: 'web', nonce: 'anything' }, { skipNonceCheck: true }],
    [{ aud: 'web', at_hash: half }, { accessToken: 'access' }],
    [{ aud: 'web', at_hash: half }, {}],
  ])('with %j is accepted', (claims, change) => {
    expect(idTokenFault(claims, { ...presented, ...change })).toBeNull();
  });

  it.each([
    [{}, {}, /Unacceptable audience/],
    [{ aud: 'other' }, {}, /Unacceptable audience in id_token: \[other\]/],
    [{ aud: ['web', 'other'], azp: 'other' }, {}, /Unacceptable audience/],
    [{ aud: 'web', azp: 'other' }, {}, /Unacceptable audience/],
    [{ aud: 'web', nonce: hashed }, {}, /both exist or not/],
    [{ aud: 'web' }, { nonce: 'raw' }, /both exist or not/],
    [{ aud: 'web', nonce: 'raw' }, { nonce: 'raw' }, /Nonces mismatch/],
    [{ aud: 'web', at_hash: half }, { accessToken: 'stolen' }, /does not belong/],
  ])('with %j is refused', (claims, change, reason) => {
    expect(idTokenFault(claims, { ...presented, ...change })?.description).toMatch(reason);
  });
});

describe('a user of an external provider', () => {
  const unknown: KnownAccounts = { holder: null, byIdentityEmail: [], byUserEmail: [], isEmailTaken: false };
  const person = (isVerified: boolean) =>
    openIdProfile(
      { sub: '1', email: 'A@example.org', email_verified: isVerified },
      'https://issuer.example',
    )!;

  it.each<[string, boolean, Partial<KnownAccounts>, boolean, object]>([
    ['is known by the identity', false, { holder: 'u1' }, false, { step: 'known', userId: 'u1' }],
    ['is linked by a verified address', true, { byUserEmail: ['u1'] }, false, { step: 'link', userId: 'u1' }],
    [
      'is linked by an identity',
      true,
      { byIdentityEmail: ['u1', 'u1'] },
      false,
      { step: 'link', userId: 'u1' },
    ],
    [
      'is not linked by an unverified one',
      false,
      { byUserEmail: ['u1'], isEmailTaken: true },
      false,
      { step: 'create', email: null },
    ],
    ['is new', true, {}, false, { step: 'create', email: 'a@example.org' }],
    ['is ambiguous', true, { byIdentityEmail: ['u1', 'u2'] }, false, { step: 'ambiguous' }],
    [
      'by single sign-on stays apart',
      true,
      { byUserEmail: ['u1'], isEmailTaken: true },
      true,
      { step: 'create', email: 'a@example.org' },
    ],
  ])('%s', (_, isVerified, known, isSso, expected) => {
    expect(decideLinking(person(isVerified), { ...unknown, ...known }, isSso)).toEqual(expected);
  });

  it('is known by a verified address before the primary one', () => {
    const emails = [
      { address: 'primary@example.org', isVerified: false, isPrimary: true },
      { address: 'verified@example.org', isVerified: true, isPrimary: false },
    ];
    expect(candidateEmail({ subject: '1', emails, claims: {} })?.address).toBe('verified@example.org');
  });

  it('needs a subject', () => {
    expect(openIdProfile({ email: 'a@example.org' }, 'https://issuer.example')).toBeNull();
  });
});

describe('a provider in config.toml', () => {
  const entry = {
    client_id: 'a, b',
    secret: 's',
    url: '',
    redirect_uri: '',
    skip_nonce_check: false,
    email_optional: false,
  };
  const read = (name: string, change = {}) =>
    externalProvider(name, { ...entry, ...change }, 'https://site.example/callback');

  it('needs no URL if the provider is known', () => {
    expect(read('google')).toMatchObject({
      url: 'https://accounts.google.com',
      kind: 'openid',
      clientIds: ['a', 'b'],
    });
    expect(read('github')).toMatchObject({ kind: 'github', redirectUri: 'https://site.example/callback' });
  });

  it.each([
    ['house', {}, /issuer/],
    ['house', { url: 'http://issuer.example' }, /https/],
    ['google', { client_id: '' }, /client_id/],
    ['github', { secret: '' }, /secret/],
    ['sso', { url: 'https://issuer.example' }, /cannot be/],
    ['sso:house', { url: 'https://issuer.example' }, /cannot be/],
  ])('%s with %j is refused', (name, change, reason) => {
    expect(read(name, change)).toMatch(reason);
  });
});
