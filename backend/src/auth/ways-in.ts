import type { Config } from '../config.ts';
import { externalProviders, type EnabledProvider } from './providers/external-providers.ts';
import { samlServiceProvider, type SamlServiceProvider } from './providers/saml-service-provider.ts';
import type { SmsSender } from './providers/sms-sender.ts';
import { twilioSender } from './providers/twilio.ts';
import { waysInSettings, type WaysInSettings } from './ways-in-settings.ts';
import { UserError } from '../user-error.ts';

/** The ways in besides e-mail and password, as configured. */
export interface WaysIn {
  readonly settings: WaysInSettings;
  /** Enabled providers by name. */
  readonly external: ReadonlyMap<string, EnabledProvider>;
  /** Null: SAML is off. */
  readonly saml: SamlServiceProvider | null;
  /** Null: no text message can be sent. */
  readonly sms: SmsSender | null;
}

/** @throws UserError */
export function createWaysIn(config: Config): WaysIn {
  const settings = waysInSettings(config);
  return {
    settings,
    external: externalProviders(settings.external),
    saml: settings.saml ? samlServiceProvider(`${config.siteUrl}/auth/v1`) : null,
    sms: settings.sms.twilio ? twilioSender(settings.sms.twilio) : null,
  };
}
