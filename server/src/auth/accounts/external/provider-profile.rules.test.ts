import { describe, expect, it } from 'vitest';
import { candidateEmail, isTrue, openIdProfile } from './provider-profile.rules.ts';

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
    const rawProfile = {
      email: 'Ada@Example.org',
      email_verified: true,
      name: 'Ada L',
      preferred_username: 'ada',
      picture: 'https://example.org/a.png',
    };
    expect(profile(rawProfile)).toEqual({
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
    'has none with %j',
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
