import { describe, expect, it } from 'vitest';
import {
  assertionFault,
  assertionProfile,
  assertionSubject,
  SAML_CLOCK_SKEW_MS,
  type SignedAssertion,
} from './assertion.rules.ts';

const now = Date.parse('2026-03-01T10:00:00Z');
const ISSUER = 'https://idp.example';
const ACS = 'https://site.example/auth/v1/sso/saml/acs';

const confirmation = { recipient: ACS, inResponseTo: '_r1', notBefore: null, notOnOrAfter: now + 1 };
const assertion: SignedAssertion = {
  id: '_a1',
  issuer: ISSUER,
  nameId: 'person-1',
  nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  confirmations: [confirmation],
  notOnOrAfter: now + 1,
  sessionEnd: null,
  attributes: { mail: ['P@Example.org'], team: ['a', 'b'] },
};
const expected = { issuer: ISSUER, acsUrl: ACS, requestId: '_r1' as string | null, now: now };

describe('a signed assertion', () => {
  it('is accepted by its audience, within its time and for its request', () => {
    expect(assertionFault(assertion, expected)).toBeNull();
  });

  it.each<[string, Partial<SignedAssertion>]>([
    ['of another issuer', { issuer: 'https://evil.example' }],
    ['of no issuer', { issuer: null }],
    ['without conditions', { notOnOrAfter: null }],
    ['with conditions whose end is no time', { notOnOrAfter: NaN }],
    ['of a session whose end is no time', { sessionEnd: NaN }],
    ['whose beginning is no time', { confirmations: [{ ...confirmation, notBefore: NaN }] }],
    ['whose end is no time', { confirmations: [{ ...confirmation, notOnOrAfter: NaN }] }],
    ['without confirmation', { confirmations: [] }],
    ['for another place', { confirmations: [{ ...confirmation, recipient: 'https://other.example' }] }],
    ['for another request', { confirmations: [{ ...confirmation, inResponseTo: '_r2' }] }],
    ['for no request', { confirmations: [{ ...confirmation, inResponseTo: null }] }],
    [
      'before its beginning',
      { confirmations: [{ ...confirmation, notBefore: now + SAML_CLOCK_SKEW_MS + 1 }] },
    ],
    ['of a session that has ended', { sessionEnd: now }],
    ['without an end', { confirmations: [{ ...confirmation, notOnOrAfter: null }] }],
    ['past its end', { confirmations: [{ ...confirmation, notOnOrAfter: now - SAML_CLOCK_SKEW_MS }] }],
  ])('%s is refused', (_, change) => {
    expect(assertionFault({ ...assertion, ...change }, expected)).not.toBeNull();
  });

  it('that answers a request is refused if there was no request', () => {
    expect(assertionFault(assertion, { ...expected, requestId: null })).not.toBeNull();
  });

  it('has a persistent subject or none', () => {
    const attributes = { 'urn:oasis:names:tc:SAML:attribute:subject-id': ['lasting'] };
    expect(assertionSubject(assertion)).toBe('person-1');
    expect(assertionSubject({ ...assertion, attributes })).toBe('lasting');
    const nameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    expect(assertionSubject({ ...assertion, nameIdFormat })).toBeNull();
  });

  it('is mapped to a user by common attributes and by the configured mapping', () => {
    const mapping = {
      keys: { teams: { name: 'team', array: true }, plan: { name: 'plan', default: 'free' } },
    };
    const profile = assertionProfile(assertion, 'person-1', mapping);
    expect(profile.emails).toEqual([{ address: 'p@example.org', isVerified: true, isPrimary: true }]);
    expect(profile.claims['custom_claims']).toEqual({ teams: ['a', 'b'], plan: 'free' });
  });
});
