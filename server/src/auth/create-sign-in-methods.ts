import type { AuthSettings } from './kernel/settings.ts';
import type { SignInMethods } from './kernel/context.ts';
import { twilioSender } from './kernel/sms/twilio.ts';
import { externalProviders } from './oauth/providers/external-providers.ts';
import { samlServiceProvider } from './saml/protocol/service-provider.ts';

/**
 * What the enabled sign-in methods besides e-mail and password work with.
 * @throws UserError naming the setting in config.toml that is wrong
 */
export function createSignInMethods(settings: AuthSettings): SignInMethods {
  const { external, externalUrl, saml, sms } = settings;
  return {
    external: externalProviders(external, `${externalUrl}/callback`),
    saml: saml.enabled ? samlServiceProvider(externalUrl) : null,
    sms: sms.twilio.enabled ? twilioSender(sms.twilio) : null,
  };
}
