import type { SAML } from '@node-saml/node-saml';
import { SAML_CLOCK_SKEW_MS, type SignedAssertion } from '../assertion.rules.ts';
import { readAssertion } from './parsed-assertion.rules.ts';
import type { IdentityProvider } from './identity-provider-metadata.ts';
import type { Call } from '../../kernel/call.ts';
import { AuthError } from '../../kernel/errors.ts';

/** Our side of SAML 2.0, with requests by redirect and responses by POST. The library handles XML and signatures. */
type SamlServiceProvider = ReturnType<typeof samlServiceProvider>;

declare module '../../kernel/context.ts' {
  interface AuthContext {
    /** Null if SAML is off. */
    readonly saml: SamlServiceProvider | null;
  }
}

/** @param externalUrl the auth service's public address */
export function samlServiceProvider(externalUrl: string) {
  const entityId = `${externalUrl}/sso/saml/metadata`;
  const acsUrl = `${externalUrl}/sso/saml/acs`;
  const ourselves = { entityId, acsUrl };
  return {
    ...ourselves,
    async metadata(): Promise<string> {
      const none = { entityId, signInUrl: acsUrl, certificates: ['none'] };
      return (await library(ourselves, none, '_metadata')).generateServiceProviderMetadata(null);
    },
    /** Returns the address to redirect to. `requestId` must come back in the answer. */
    async signInUrl(idp: IdentityProvider, requestId: string, relayState: string): Promise<string> {
      return (await library(ourselves, idp, requestId)).getAuthorizeUrlAsync(relayState, undefined, {});
    },
    /** Returns the signed assertion. @throws Error saying what is wrong with signature, audience or times */
    async verify(idp: IdentityProvider, responseField: string): Promise<SignedAssertion> {
      const saml = await library(ourselves, idp);
      const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: responseField });
      const assertion = readAssertion(profile?.getAssertion?.()['Assertion']);
      if (!assertion) throw new Error('no assertion');
      return assertion;
    },
  };
}

/** The library, a megabyte of XML parsing, loaded with the first sign-in that needs it. */
async function library(
  { entityId, acsUrl }: { readonly entityId: string; readonly acsUrl: string },
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

/** @throws AuthError 404 saml_provider_disabled, before the request is read (contract A5.3) */
export function requireSaml({ auth }: Call): SamlServiceProvider {
  if (auth.saml) return auth.saml;
  throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
}
