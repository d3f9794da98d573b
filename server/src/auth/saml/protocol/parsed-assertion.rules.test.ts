import { describe, expect, it } from 'vitest';
import { readAssertion } from './parsed-assertion.rules.ts';

describe('an assertion as the library reads it (contract A5.4)', () => {
  const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
  const confirmation = (method: string, data: object) => ({
    $: { Method: method },
    SubjectConfirmationData: [{ $: data }],
  });
  const parsed = {
    $: { ID: '_a1' },
    Issuer: [{ _: 'https://idp.example' }],
    Subject: [
      {
        NameID: [{ _: 'person-1', $: { Format: 'urn:persistent' } }],
        SubjectConfirmation: [
          confirmation(BEARER, {
            Recipient: 'https://lab.example/acs',
            InResponseTo: '_r1',
            NotBefore: '2026-03-01T11:00:00+01:00',
            NotOnOrAfter: '2026-03-01T10:05:00Z',
          }),
          confirmation('urn:holder-of-key', { Recipient: 'https://lab.example/acs' }),
        ],
      },
    ],
    Conditions: [{ $: { NotOnOrAfter: '2026-03-01T10:10:00Z' } }],
    AuthnStatement: [{ $: { SessionNotOnOrAfter: '2026-03-01T18:00:00Z' } }],
    AttributeStatement: [
      { Attribute: [{ $: { Name: 'mail' }, AttributeValue: [{ _: 'ada@example.org' }] }] },
      { Attribute: [{ $: { Name: 'team' }, AttributeValue: ['a', { _: 'b' }, {}] }] },
    ],
  };

  it('has all its parts', () => {
    expect(readAssertion(parsed)).toEqual({
      id: '_a1',
      issuer: 'https://idp.example',
      nameId: 'person-1',
      nameIdFormat: 'urn:persistent',
      confirmations: [
        {
          recipient: 'https://lab.example/acs',
          inResponseTo: '_r1',
          notBefore: Date.parse('2026-03-01T10:00:00Z'),
          notOnOrAfter: Date.parse('2026-03-01T10:05:00Z'),
        },
      ],
      notOnOrAfter: Date.parse('2026-03-01T10:10:00Z'),
      sessionEnd: Date.parse('2026-03-01T18:00:00Z'),
      attributes: { mail: ['ada@example.org'], team: ['a', 'b', ''] },
    });
  });

  it.each<[string, object, object]>([
    ['no issuer', { Issuer: undefined }, { issuer: null }],
    ['no subject', { Subject: [] }, { nameId: null, confirmations: [] }],
    ['no conditions', { Conditions: [] }, { notOnOrAfter: null }],
    ['an end that is no time', { Conditions: [{ $: { NotOnOrAfter: 'soon' } }] }, { notOnOrAfter: NaN }],
    ['no statement', { AuthnStatement: undefined }, { sessionEnd: null }],
    [
      'an end of the session that is no time',
      { AuthnStatement: [{ $: { SessionNotOnOrAfter: '' } }] },
      { sessionEnd: NaN },
    ],
    ['an issuer without attributes', { Issuer: ['https://idp.example'] }, { issuer: 'https://idp.example' }],
    [
      'a confirmation without data',
      { Subject: [{ SubjectConfirmation: [{ $: { Method: BEARER } }] }] },
      { confirmations: [{ recipient: null, inResponseTo: null, notBefore: null, notOnOrAfter: null }] },
    ],
    ['no attributes', { AttributeStatement: undefined }, { attributes: {} }],
    ['elements that are texts', { Subject: 'x', Conditions: 'y' }, { nameId: null, notOnOrAfter: null }],
    ['attributes that are lists', { $: ['_a1'] }, { id: '' }],
    ['an id that is an object', { $: { ID: {} } }, { id: '' }],
  ])('with %s is read without it', (_, change, expected) => {
    expect(readAssertion({ ...parsed, ...change })).toMatchObject(expected);
  });

  it.each([null, undefined, '', [], 7])('is null for %j', (value) => {
    expect(readAssertion(value)).toBeNull();
  });
});
