import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { makeAuthority } from './certificates.ts';

/** The identity provider's statement about a person, and the deviations of an attack. */
export interface AssertionOptions {
  readonly nameId: string;
  readonly attributes?: Readonly<Record<string, string>>;
  /** The answered request, or null if the identity provider began. */
  readonly inResponseTo: string | null;
  readonly acsUrl: string;
  readonly audience: string;
  readonly issuer?: string;
  readonly destination?: string;
  readonly assertionId?: string;
  /** Seconds from now. */
  readonly notOnOrAfter?: number;
  readonly sessionNotOnOrAfter?: number;
  /** The signed element, or `none`. */
  readonly signed?: 'assertion' | 'response' | 'none';
  /** Signs with a key that is not in the metadata. */
  readonly isForged?: boolean;
  readonly status?: string;
}

/** A service provider's request from its redirect. */
export interface SamlRequest {
  readonly id: string;
  readonly acsUrl: string;
  readonly issuer: string;
  readonly relayState: string;
}

const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** A SAML 2.0 identity provider with a real key and certificate, which answers honestly or as configured. */
export async function makeSamlIdentityProvider(name = 'idp') {
  const entityId = `https://${name}.example/metadata`;
  const signInUrl = `https://${name}.example/sign-in`;
  const { certificate, key } = await makeAuthority(`${name}.example`);
  const { key: otherKey } = await makeAuthority('other');
  return {
    entityId,
    signInUrl,
    metadata: metadataXml(entityId, signInUrl, certificate.replaceAll(/-----.*-----|\s/g, '')),
    /** Returns a response as XML. `encode` converts it to the form field. */
    response: (options: AssertionOptions): string =>
      sign(responseXml(entityId, options), options.isForged ? otherKey : key, options.signed ?? 'assertion'),
  };
}

export const encode = (xml: string): string => Buffer.from(xml).toString('base64');

/** Reads the request a service provider sent by redirect. */
export function readSamlRequest(url: string): SamlRequest {
  const query = new URL(url).searchParams;
  const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString();
  const find = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? '';
  return {
    id: find(/\bID="([^"]+)"/),
    acsUrl: find(/AssertionConsumerServiceURL="([^"]+)"/),
    issuer: find(/<(?:\w+:)?Issuer[^>]*>([^<]+)</),
    relayState: query.get('RelayState') ?? '',
  };
}

/** Performs signature wrapping. The signed assertion is hidden and an unsigned one replaces it. */
export function wrap(xml: string, victim: string, attacker: string): string {
  const [signed = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml) ?? [];
  const evil = signed
    .replace(/<(?:ds:)?Signature[\s\S]*<\/(?:ds:)?Signature>/, '')
    .replace(/ID="[^"]+"/, `ID="_${randomUUID()}"`)
    .replaceAll(attacker, victim);
  return xml.replace(signed, `${evil}<samlp:Extensions>${signed}</samlp:Extensions>`);
}

const metadataXml = (entityId: string, signInUrl: string, certificate: string) =>
  `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signInUrl}"/></md:IDPSSODescriptor></md:EntityDescriptor>`;

const fromNow = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

function responseXml(entityId: string, options: AssertionOptions): string {
  const inResponseTo = options.inResponseTo ? ` InResponseTo="${options.inResponseTo}"` : '';
  const issuer = `<saml:Issuer>${options.issuer ?? entityId}</saml:Issuer>`;
  const status = options.status ?? SUCCESS;
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"` +
    ` ID="_${randomUUID()}" Version="2.0" IssueInstant="${fromNow(0)}" Destination="${options.destination ?? options.acsUrl}"${inResponseTo}>` +
    `${issuer}<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>` +
    `${status === SUCCESS ? assertionXml(issuer, inResponseTo, options) : ''}</samlp:Response>`
  );
}

function assertionXml(issuer: string, inResponseTo: string, options: AssertionOptions): string {
  const from = fromNow(-30);
  const until = fromNow(options.notOnOrAfter ?? 300);
  const attributes = Object.entries(options.attributes ?? {})
    .map(
      ([name, value]) =>
        `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
    )
    .join('');
  const sessionEnd = options.sessionNotOnOrAfter
    ? ` SessionNotOnOrAfter="${fromNow(options.sessionNotOnOrAfter)}"`
    : '';
  return (
    `<saml:Assertion ID="${options.assertionId ?? `_${randomUUID()}`}" Version="2.0" IssueInstant="${fromNow(0)}">${issuer}` +
    `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${options.nameId}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData Recipient="${options.acsUrl}" NotOnOrAfter="${until}"${inResponseTo}/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${from}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${options.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${fromNow(0)}" SessionIndex="_${randomUUID()}"${sessionEnd}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `${attributes ? `<saml:AttributeStatement>${attributes}</saml:AttributeStatement>` : ''}</saml:Assertion>`
  );
}

function sign(xml: string, privateKey: string, signed: 'assertion' | 'response' | 'none'): string {
  if (signed === 'none') return xml;
  const place = signed === 'assertion' ? '//*[local-name(.)="Assertion"]' : '/*[local-name(.)="Response"]';
  const signature = new SignedXml({
    privateKey,
    signatureAlgorithm: RSA_SHA256,
    canonicalizationAlgorithm: EXCLUSIVE,
  });
  signature.addReference({ xpath: place, digestAlgorithm: SHA256, transforms: [ENVELOPED, EXCLUSIVE] });
  signature.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${place}/*[local-name(.)="Issuer"]`, action: 'after' },
  });
  return signature.getSignedXml();
}
