import { describe, expect, it } from 'vitest';
import { readEnvelope } from './response.ts';

describe('the envelope of a response (contract A5.4)', () => {
  const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
  const response = (inner: string, attributes = 'Destination="https://lab.example/acs"') =>
    `<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion" ${attributes}>${inner}</p:Response>`;
  const status = (value = SUCCESS) => `<p:Status><p:StatusCode Value="${value}"/></p:Status>`;
  const issuer = '<a:Issuer> https://idp.example </a:Issuer>';
  const field = (xml: string) => Buffer.from(xml).toString('base64');

  const nested = `<p:StatusCode Value="urn:denied"><p:StatusCode Value="${SUCCESS}"/></p:StatusCode>`;
  const assertion = `<a:Assertion>${issuer}</a:Assertion>`;
  const IDP = 'https://idp.example';
  const ACS = 'https://lab.example/acs';

  it.each([
    ['whole', response(issuer + status()), IDP, ACS, true],
    ['without issuer', response(status()), null, ACS, true],
    ['without destination', response(issuer + status(), ''), IDP, null, true],
    ['of a failure', response(issuer + status('urn:denied')), IDP, ACS, false],
    ['without status', response(issuer), IDP, ACS, false],
    ['of a failure with success beneath', response(`<p:Status>${nested}</p:Status>`), null, ACS, false],
    ['with the issuer of its assertion only', response(assertion + status()), null, ACS, true],
  ])('%s is read', (_, xml, expectedIssuer, destination, isSuccess) => {
    expect(readEnvelope(field(xml))).toEqual({ issuer: expectedIssuer, destination, isSuccess });
  });

  it.each([
    ['nothing', ''],
    ['no base64', '<p:Response/>'],
    ['no XML', field('hello')],
    ['another document', field('<Response/>')],
    ['a document type', field(`<!DOCTYPE x>${response(status())}`)],
    ['too much', 'A'.repeat(64 * 1024 + 1)],
  ])('of %s is refused', (_, text) => {
    expect(readEnvelope(text)).toBeNull();
  });
});
