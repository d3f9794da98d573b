import type { IdentityProvider } from './identity-provider-metadata.ts';
import { samlLibrary } from './library.ts';
import { createVerifier } from './verifier.ts';
import type { Call } from '../../kernel/call.ts';
import { authError } from '../../kernel/errors.ts';

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
  const verifier = createVerifier(ourselves);
  return {
    ...ourselves,
    ...verifier,
    async metadata(): Promise<string> {
      const none = { entityId, signInUrl: acsUrl, certificates: ['none'] };
      return (await samlLibrary(ourselves, none, '_metadata')).generateServiceProviderMetadata(null);
    },
    /** Returns the address to redirect to. `requestId` must come back in the answer. */
    async signInUrl(idp: IdentityProvider, requestId: string, relayState: string): Promise<string> {
      return (await samlLibrary(ourselves, idp, requestId)).getAuthorizeUrlAsync(relayState, undefined, {});
    },
  };
}

/** @throws AuthError 404 saml_provider_disabled, before the request is read (contract A5.3) */
export function requireSaml({ auth }: Call): SamlServiceProvider {
  if (auth.saml) return auth.saml;
  throw authError('saml_provider_disabled');
}
