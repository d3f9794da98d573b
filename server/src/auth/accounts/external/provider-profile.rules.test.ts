import { describe, expect, it } from 'vitest';
import { candidateEmail, isTrue, openIdProfile } from './provider-profile.rules.ts';
import {
  decideLinking,
  isSsoProvider,
  ssoProviderName,
  type KnownAccounts,
} from './identity-linking.rules.ts';

const ISSUER = 'https://issuer.example';
const profile = (claims: object) => openIdProfile({ sub: '1', ...claims }, ISSUER)!;

describe('the profile of an OpenID provider (contract A2.5)', () => {
  it.each([
    ' look-alike@example.org',
    'look alike@example.org',
    '\u212Aim@example.org',
    'k\u0000im@example.org',
  ])('has no address where the provider sends %j', (email) => {
    expect(profile({ email, email_verified: true }).emails).toEqual([]);
  });

  it('has the members that all providers share', () => {
    const given = {
      email: 'Ada@Example.org',
      email_verified: true,
      name: 'Ada L',
      preferred_username: 'ada',
      picture: 'https://example.org/a.png',
    };
    expect(profile(given)).toEqual({
      subject: '1',
      emails: [{ address: 'ada@example.org', isVerified: true, isPrimary: true }],
      claims: {
        iss: ISSUER,
        sub: '1',
        provider_id: '1',
        email: 'ada@example.org',
        email_verified: true,
        phone_verified: false,
        name: 'Ada L',
        full_name: 'Ada L',
        preferred_username: 'ada',
        picture: 'https://example.org/a.png',
        avatar_url: 'https://example.org/a.png',
      },
    });
  });

  it.each([
    [
      'leaves out what is absent',
      {},
      { iss: ISSUER, sub: '1', provider_id: '1', email_verified: false, phone_verified: false },
    ],
    ['never treats a phone as verified', { phone_number_verified: true }, { phone_verified: false }],
    ['keeps the issuer that the token names', { iss: `${ISSUER}/tenant` }, { iss: `${ISSUER}/tenant` }],
    ['drops null characters', { name: 'A\u0000da' }, { name: 'Ada' }],
    ['replaces unpaired surrogates', { name: 'A\ud83d' }, { name: 'A\ufffd' }],
    ['leaves out members of other types', { name: { first: 'Ada' }, picture: 7 }, { sub: '1' }],
  ])('%s', (_, claims, expected) => {
    expect(profile(claims).claims).toMatchObject(expected);
  });

  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    ['TRUE', false],
    [1, false],
    ['1', false],
    [null, false],
    [undefined, false],
  ])('takes email_verified %j as %s', (email_verified, expected) => {
    expect(isTrue(email_verified)).toBe(expected);
    expect(profile({ email: 'a@example.org', email_verified }).emails[0]?.isVerified).toBe(expected);
  });

  it.each([{}, { sub: '' }, { sub: 7 }, { sub: null }, { sub: '\u0000' }, { email: 'a@example.org' }])(
    'is null without a subject: %j',
    (claims) => {
      expect(openIdProfile(claims, ISSUER)).toBeNull();
    },
  );

  it.each([{}, { email: '' }, { email: null }, { email: ['a@example.org'] }])(
    'has no address with %j',
    (claims) => {
      expect(profile({ ...claims, email_verified: true }).emails).toEqual([]);
    },
  );
});

describe('the e-mail address of a new account', () => {
  const email = (address: string, isVerified: boolean, isPrimary: boolean) => ({
    address,
    isVerified,
    isPrimary,
  });

  it.each([
    ['the verified one', [email('a', false, true), email('b', true, false)], 'b'],
    ['the primary of verified ones', [email('a', true, false), email('b', true, true)], 'b'],
    ['the primary of unverified ones', [email('a', false, false), email('b', false, true)], 'b'],
    ['the first of equal ones', [email('a', true, true), email('b', true, true)], 'a'],
    ['none', [], undefined],
  ])('is %s', (_, emails, expected) => {
    expect(candidateEmail({ subject: '1', emails, claims: {} })?.address).toBe(expected);
  });
});

describe('an external identity', () => {
  const none: KnownAccounts = { holder: null, byIdentityEmail: [], byUserEmail: [], isEmailTaken: false };
  const verified = profile({ email: 'a@example.org', email_verified: true });
  const unverified = profile({ email: 'a@example.org' });
  const nameless = profile({});

  it.each<[string, typeof verified, Partial<KnownAccounts>, boolean, object]>([
    ['known signs its holder in', unverified, { holder: 'u1' }, false, { step: 'known', userId: 'u1' }],
    [
      'known signs its holder in though the address is another’s',
      verified,
      { holder: 'u1', byUserEmail: ['u2'] },
      false,
      { step: 'known', userId: 'u1' },
    ],
    [
      'with a verified address of a user is linked',
      verified,
      { byUserEmail: ['u1'] },
      false,
      { step: 'link', userId: 'u1' },
    ],
    [
      'prefers the users whose identities hold the address',
      verified,
      { byIdentityEmail: ['u2'], byUserEmail: ['u1'] },
      false,
      { step: 'link', userId: 'u2' },
    ],
    [
      'of two users with the address is ambiguous',
      verified,
      { byUserEmail: ['u1', 'u2'] },
      false,
      { step: 'ambiguous' },
    ],
    [
      'is never linked by an unverified address',
      unverified,
      { byUserEmail: ['u1'], byIdentityEmail: ['u1'] },
      false,
      { step: 'create', email: 'a@example.org' },
    ],
    [
      'does not use an unverified address that an account has',
      unverified,
      { isEmailTaken: true },
      false,
      { step: 'create', email: null },
    ],
    ['without an address is new without one', nameless, {}, false, { step: 'create', email: null }],
    [
      'of a company is not linked to users of others',
      verified,
      { byUserEmail: ['u1'] },
      true,
      { step: 'create', email: 'a@example.org' },
    ],
    [
      'of a company is linked within it',
      verified,
      { byIdentityEmail: ['u3'] },
      true,
      { step: 'link', userId: 'u3' },
    ],
    [
      'of a company keeps an address that an account has, because companies are a separate domain',
      unverified,
      { isEmailTaken: true },
      true,
      { step: 'create', email: 'a@example.org' },
    ],
  ])('%s', (_, given, known, isSso, expected) => {
    expect(decideLinking(given, { ...none, ...known }, isSso)).toEqual(expected);
  });

  it.each([
    [ssoProviderName('7'), true],
    ['sso:7', true],
    ['google', false],
    ['sso', false],
    ['', false],
  ])('from %s belongs to a company: %s', (provider, expected) => {
    expect(isSsoProvider(provider)).toBe(expected);
  });
});
