import { describe, expect, it } from 'vitest';
import { readIdentityProvider } from './identity-provider-metadata.ts';

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
