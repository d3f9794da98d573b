import type { Call } from '../kernel/call.ts';
import { AuthError } from '../kernel/errors.ts';
import type { SamlServiceProvider } from './protocol/service-provider.ts';

/** @throws AuthError 404 saml_provider_disabled, whatever was sent (contract A5.3) */
export function requireSaml({ auth }: Call): SamlServiceProvider {
  if (auth.signInMethods.saml) return auth.signInMethods.saml;
  throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
}
