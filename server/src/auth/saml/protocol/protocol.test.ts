import { describe, expect, it } from 'vitest';
import { readIdentityProvider } from './identity-provider-metadata.ts';
import { readAssertion } from './parsed-assertion.rules.ts';
import { readEnvelope } from './response.ts';

const MD = 'urn:oasis:names:tc:SAML:2.0:metadata';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

const key = (certificate = 'QUJD', use = 'signing') =>
  `<KeyDescriptor use="${use}"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>` +
  `<X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`;
const service = (binding = REDIRECT, location = 'https://idp.example/sso') =>
  `<SingleSignOnService Binding="${binding}" Location="${location}"/>`;
const metadata = (inner: string, entity = 'entityID="https://idp.example"') =>
  `<EntityDescriptor xmlns="${MD}" ${entity}>${inner}</EntityDescriptor>`;
const role = (inner: string) =>
  `<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${inner}</IDPSSODescriptor>`;

describe('an identity provider’s metadata (contract A7.8)', () => {
  it('name its address and signing certificates', () => {
    const inner =
      key('QU\n JD') + key('REVG', 'encryption') + key('R0hJ') + service('other', 'x') + service();
    expect(readIdentityProvider(metadata(role(inner)))).toEqual({
      entityId: 'https://idp.example',
      signInUrl: 'https://idp.example/sso',
      certificates: ['QUJD', 'R0hJ'],
    });
  });

  it.each([
    ['no XML', 'hello', /not XML|not an EntityDescriptor/],
    ['broken XML', '<EntityDescriptor', /not XML|not an EntityDescriptor/],
    ['another document', '<html/>', /not an EntityDescriptor/],
    [
      'the element of another namespace',
      '<EntityDescriptor xmlns="urn:x" entityID="a"/>',
      /not an EntityDescriptor/,
    ],
    [
      'a document type',
      `<!DOCTYPE x [<!ENTITY e "x">]>${metadata(role(key() + service()))}`,
      /document type/,
    ],
    ['no entity id', metadata(role(key() + service()), ''), /EntityID/],
    ['no role', metadata(''), /IDPSSODescriptor/],
    ['no service', metadata(role(key())), /SingleSignOnService/],
    ['a service by POST only', metadata(role(key() + service('urn:post'))), /SingleSignOnService/],
    [
      'a service of a script',
      metadata(role(key() + service(REDIRECT, 'javascript:alert(1)'))),
      /SingleSignOnService/,
    ],
    ['no certificate', metadata(role(service())), /certificate/],
    [
      'a certificate to encrypt with only',
      metadata(role(key('QUJD', 'encryption') + service())),
      /certificate/,
    ],
    ['a certificate that is no base64', metadata(role(key('not one!') + service())), /certificate/],
  ])('of %s are refused', (_, xml, reason) => {
    expect(() => readIdentityProvider(xml)).toThrow(reason);
  });
});

describe('the envelope of a response (contract A5.4)', () => {
  const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
  const response = (inner: string, attributes = 'Destination="https://lab.example/acs"') =>
    `<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion" ${attributes}>${inner}</p:Response>`;
  const status = (value = SUCCESS) => `<p:Status><p:StatusCode Value="${value}"/></p:Status>`;
  const issuer = '<a:Issuer> https://idp.example </a:Issuer>';
  const field = (xml: string) => Buffer.from(xml).toString('base64');

  it.each([
    ['whole', response(issuer + status()), 'https://idp.example', 'https://lab.example/acs', true],
    ['without issuer', response(status()), null, 'https://lab.example/acs', true],
    ['without destination', response(issuer + status(), ''), 'https://idp.example', null, true],
    [
      'of a failure',
      response(issuer + status('urn:denied')),
      'https://idp.example',
      'https://lab.example/acs',
      false,
    ],
    ['without status', response(issuer), 'https://idp.example', 'https://lab.example/acs', false],
    [
      'of a failure with success beneath',
      response(
        `<p:Status><p:StatusCode Value="urn:denied"><p:StatusCode Value="${SUCCESS}"/></p:StatusCode></p:Status>`,
      ),
      null,
      'https://lab.example/acs',
      false,
    ],
    [
      'with the issuer of its assertion only',
      response(`<a:Assertion>${issuer}</a:Assertion>${status()}`),
      null,
      'https://lab.example/acs',
      true,
    ],
  ])('%s is read', (_, xml, expectedIssuer, destination, isSuccess) => {
    expect(readEnvelope(field(xml))).toEqual({ issuer: expectedIssuer, destination, isSuccess });
  });

  it.each([
    ['nothing', ''],
    ['no base64', '<p:Response/>'],
    ['no XML', field('hello')],
    ['another document', field('<Response/>')],
    ['a document type', field(`<!DOCTYPE x>${response(status())}`)],
    ['too much', 'A'.repeat(512 * 1024 + 1)],
  ])('of %s is refused', (_, text) => {
    expect(readEnvelope(text)).toBeNull();
  });
});

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
          notBefore: null,
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
    ['an end that is no time', { Conditions: [{ $: { NotOnOrAfter: 'soon' } }] }, { notOnOrAfter: null }],
    ['no statement', { AuthnStatement: undefined }, { sessionEnd: null }],
    ['no attributes', { AttributeStatement: undefined }, { attributes: {} }],
    ['elements that are texts', { Subject: 'x', Conditions: 'y' }, { nameId: null, notOnOrAfter: null }],
    ['attributes that are lists', { $: ['_a1'] }, { id: '' }],
    ['an id that is an object', { $: { ID: {} } }, { id: '' }],
  ])('with %s lacks only that part', (_, change, expected) => {
    expect(readAssertion({ ...parsed, ...change })).toMatchObject(expected);
  });

  it.each([null, undefined, '', [], 7])('is null for %j', (value) => {
    expect(readAssertion(value)).toBeNull();
  });
});
