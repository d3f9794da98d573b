import type { Profile, SAML } from '@node-saml/node-saml';
import { SAML_CLOCK_SKEW_MS, type SignedAssertion } from '../assertion.rules.ts';
import type { IdentityProvider } from './identity-provider-metadata.ts';

/** Our side of SAML 2.0: requests by redirect, responses by POST; XML and signatures are the library's. */
export interface SamlServiceProvider {
  readonly entityId: string;
  readonly acsUrl: string;
  metadata(): Promise<string>;
  /** Where to send the browser; `requestId` must come back in the answer. */
  signInUrl(idp: IdentityProvider, requestId: string, relayState: string): Promise<string>;
  /** What the identity provider signed. @throws Error saying what is wrong with signature, audience or times */
  verify(idp: IdentityProvider, responseField: string): Promise<SignedAssertion>;
}

declare module '../../kernel/context.ts' {
  interface SignInMethods {
    /** Null: SAML is off. */
    readonly saml: SamlServiceProvider | null;
  }
}

/** @param externalUrl the auth service's public address */
export function samlServiceProvider(externalUrl: string): SamlServiceProvider {
  const entityId = `${externalUrl}/sso/saml/metadata`;
  const acsUrl = `${externalUrl}/sso/saml/acs`;
  const ourselves = { entityId, acsUrl };
  return {
    ...ourselves,
    async metadata() {
      const none = { entityId, signInUrl: acsUrl, certificates: ['none'] };
      return (await library(ourselves, none, '_metadata')).generateServiceProviderMetadata(null);
    },
    async signInUrl(idp, requestId, relayState) {
      return (await library(ourselves, idp, requestId)).getAuthorizeUrlAsync(relayState, undefined, {});
    },
    async verify(idp, responseField) {
      const saml = await library(ourselves, idp);
      const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: responseField });
      if (!profile) throw new Error('no assertion');
      return readAssertion(profile);
    },
  };
}

/** The library, which brings a megabyte of XML with it and is read by the first who signs in that way. */
async function library(
  { entityId, acsUrl }: Pick<SamlServiceProvider, 'entityId' | 'acsUrl'>,
  idp: IdentityProvider,
  requestId = '',
): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml');
  return new SAML({
    issuer: entityId,
    audience: entityId,
    callbackUrl: acsUrl,
    entryPoint: idp.signInUrl,
    idpCert: [...idp.certificates],
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    // Either will do: the library reads only what a signature covers.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: SAML_CLOCK_SKEW_MS,
    // Checked against the request we stored, by `assertionFault`.
    validateInResponseTo: ValidateInResponseTo.never,
    generateUniqueId: () => requestId,
  });
}

/** The library's parse of the signed XML: each element an array, attributes under `$`, text under `_`. */
interface Parsed {
  readonly $?: Readonly<Record<string, string>>;
  readonly _?: string;
  readonly [child: string]: unknown;
}

const all = (parent: Parsed | undefined, name: string): Parsed[] => (parent?.[name] as Parsed[]) ?? [];
const time = (text: string | undefined): number | null => (text ? Date.parse(text) || null : null);

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

function readAssertion(profile: Profile): SignedAssertion {
  const signed = profile.getAssertion?.();
  if (!signed) throw new Error('no assertion');
  const assertion = signed['Assertion'] as Parsed;
  const [subject] = all(assertion, 'Subject');
  const [nameId] = all(subject, 'NameID');
  const [statement] = all(assertion, 'AuthnStatement');
  return {
    id: assertion.$?.['ID'] ?? '',
    issuer: all(assertion, 'Issuer')[0]?._ ?? null,
    nameId: nameId?._ ?? null,
    nameIdFormat: nameId?.$?.['Format'] ?? null,
    confirmations: all(subject, 'SubjectConfirmation')
      .filter((confirmation) => confirmation.$?.['Method'] === BEARER)
      .map((confirmation) => all(confirmation, 'SubjectConfirmationData')[0]?.$ ?? {})
      .map((data) => ({
        recipient: data['Recipient'] ?? null,
        inResponseTo: data['InResponseTo'] ?? null,
        notOnOrAfter: time(data['NotOnOrAfter']),
      })),
    notOnOrAfter: time(all(assertion, 'Conditions')[0]?.$?.['NotOnOrAfter']),
    sessionEnd: time(statement?.$?.['SessionNotOnOrAfter']),
    attributes: readAttributes(assertion),
  };
}

function readAttributes(assertion: Parsed): Record<string, string[]> {
  const attributes = all(assertion, 'AttributeStatement').flatMap((statement) => all(statement, 'Attribute'));
  return Object.fromEntries(
    attributes.map((attribute) => [
      attribute.$?.['Name'] ?? '',
      all(attribute, 'AttributeValue').map((value) => (typeof value === 'string' ? value : (value._ ?? ''))),
    ]),
  );
}
