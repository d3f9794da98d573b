import { describe, expect, it } from 'vitest';
import {
  decideLinking,
  isSsoProvider,
  ssoProviderName,
  type KnownAccounts,
  type LinkingDecision,
} from './identity-linking.rules.ts';
import type { ProviderProfile } from './provider-profile.rules.ts';

const ADDRESS = 'a@example.org';
const none: KnownAccounts = { holder: null, byIdentityEmail: [], byUserEmail: [], isEmailTaken: false };
const profile = (...emails: ProviderProfile['emails']): ProviderProfile => ({
  subject: '1',
  emails,
  claims: {},
});
const verified = profile({ address: ADDRESS, isVerified: true, isPrimary: true });
const unverified = profile({ address: ADDRESS, isVerified: false, isPrimary: true });
const verifiedSecond = profile(
  { address: 'primary@example.org', isVerified: false, isPrimary: true },
  { address: ADDRESS, isVerified: true, isPrimary: false },
);

const known = (userId: string): LinkingDecision => ({ step: 'known', userId });
const link = (userId: string): LinkingDecision => ({ step: 'link', userId });
const create = (email: string | null): LinkingDecision => ({ step: 'create', email });
const ambiguous: LinkingDecision = { step: 'ambiguous' };

type Case = [title: string, ProviderProfile, Partial<KnownAccounts>, LinkingDecision];

describe('an external identity', () => {
  it.each<Case>([
    ['that is known signs its holder in', unverified, { holder: 'u1' }, known('u1')],
    ['that is known outweighs an address', verified, { holder: 'u1', byUserEmail: ['u2'] }, known('u1')],
    ['is linked by a verified address', verified, { byUserEmail: ['u1'] }, link('u1')],
    ['is linked by a verified second address', verifiedSecond, { byUserEmail: ['u1'] }, link('u1')],
    ['is linked by another identity', verified, { byIdentityEmail: ['u1', 'u1'] }, link('u1')],
    [
      'prefers users whose identities hold the address',
      verified,
      { byIdentityEmail: ['u2'], byUserEmail: ['u1'] },
      link('u2'),
    ],
    ['of two users is ambiguous', verified, { byUserEmail: ['u1', 'u2'] }, ambiguous],
    ['of two users’ identities is ambiguous', verified, { byIdentityEmail: ['u1', 'u2'] }, ambiguous],
    [
      'is never linked by an unverified address',
      unverified,
      { byUserEmail: ['u1'], byIdentityEmail: ['u1'] },
      create(ADDRESS),
    ],
    ['is new without an unverified address that is taken', unverified, { isEmailTaken: true }, create(null)],
    ['is new with its verified address', verifiedSecond, {}, create(ADDRESS)],
    ['is new without an address', profile(), {}, create(null)],
  ])('%s', (_, identity, accounts, expected) => {
    expect(decideLinking(identity, { ...none, ...accounts }, false)).toEqual(expected);
  });
});

describe('an identity of a company', () => {
  it.each<Case>([
    ['signs its holder in', verified, { holder: 'u1', byIdentityEmail: ['u3'] }, known('u1')],
    [
      'is not linked to users of others',
      verified,
      { byUserEmail: ['u1'], isEmailTaken: true },
      create(ADDRESS),
    ],
    ['is linked within the company', verified, { byIdentityEmail: ['u3'] }, link('u3')],
    ['of two users is ambiguous', verified, { byIdentityEmail: ['u3', 'u4'] }, ambiguous],
    [
      'keeps an unverified address that is taken elsewhere',
      unverified,
      { isEmailTaken: true },
      create(ADDRESS),
    ],
  ])('%s', (_, identity, accounts, expected) => {
    expect(decideLinking(identity, { ...none, ...accounts }, true)).toEqual(expected);
  });

  it.each([
    [ssoProviderName('7'), true],
    ['sso:7', true],
    ['google', false],
    ['sso', false],
    ['', false],
  ])('can be from %s: %s', (provider, expected) => {
    expect(isSsoProvider(provider)).toBe(expected);
  });
});
