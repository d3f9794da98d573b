import type { Call } from '../request/call.ts';
import { AuthError } from '../errors.ts';
import type { SamlServiceProvider } from '../providers/saml-service-provider.ts';

/** @throws AuthError 404 saml_provider_disabled, whatever was sent (auth contract 5) */
export function requireSaml({ auth }: Call): SamlServiceProvider {
  if (auth.waysIn.saml) return auth.waysIn.saml;
  throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
}
