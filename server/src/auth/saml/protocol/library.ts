import type { SAML } from '@node-saml/node-saml';
import { SAML_CLOCK_SKEW_MS } from '../assertion.rules.ts';
import type { IdentityProvider } from './identity-provider-metadata.ts';

/** Our entity id, and the address that receives answers. */
export interface OurEntity {
  readonly entityId: string;
  readonly acsUrl: string;
}

/** The library, a megabyte of XML parsing, loaded with the first sign-in that needs it. */
export async function samlLibrary(
  { entityId, acsUrl }: OurEntity,
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
