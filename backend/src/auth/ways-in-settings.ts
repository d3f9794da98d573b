import { z } from 'zod';
import type { Config } from '../config.ts';
import { externalProvider, type ExternalProviderSettings } from './domain/external-settings.ts';
import { UserError } from '../user-error.ts';

const flag = (fallback: boolean) => z.boolean().default(fallback);
const text = z.string().default('');

const external = z.object({
  enabled: flag(false),
  client_id: text,
  secret: text,
  url: text,
  redirect_uri: text,
  skip_nonce_check: flag(false),
  email_optional: flag(false),
});

const twilio = z.object({
  enabled: flag(false),
  account_sid: text,
  message_service_sid: text,
  auth_token: text,
  /** Ours: another place that speaks Twilio's HTTP API. */
  url: z.string().default('https://api.twilio.com'),
});

const table = z.object({
  external: z.record(z.string(), external).default({}),
  web3: z
    .object({
      ethereum: z.object({ enabled: flag(false) }).prefault({}),
      solana: z.object({ enabled: flag(false) }).prefault({}),
    })
    .prefault({}),
  saml: z.object({ enabled: flag(false) }).prefault({}),
  sms: z
    .object({
      template: z.string().default('Your code is {{ .Code }}'),
      test_otp: z.record(z.string(), z.string()).default({}),
      twilio: twilio.prefault({}),
    })
    .prefault({}),
  passkey: z.object({ enabled: flag(false) }).prefault({}),
  webauthn: z
    .object({
      rp_id: text,
      rp_display_name: text,
      rp_origins: z.array(z.string()).default([]),
    })
    .prefault({}),
});

/** Which ways in besides e-mail are open, as `[auth.*]` of config.toml says; none of them by default. */
export interface WaysInSettings {
  /** By name, the enabled ones only. */
  readonly external: ReadonlyMap<string, ExternalProviderSettings>;
  readonly web3: { readonly ethereum: boolean; readonly solana: boolean };
  readonly saml: boolean;
  readonly sms: SmsSettings;
  readonly passkeys: boolean;
  readonly relyingParty: RelyingParty;
}

export interface SmsSettings {
  /** Text of a message; `{{ .Code }}` becomes the code. */
  readonly template: string;
  /** Codes that are accepted for a number without sending anything, by number without `+`. */
  readonly testCodes: Readonly<Record<string, string>>;
  /** Null: no provider, and no message leaves the server. */
  readonly twilio: TwilioSettings | null;
}

export interface TwilioSettings {
  readonly url: string;
  readonly accountSid: string;
  readonly messageServiceSid: string;
  readonly authToken: string;
}

/** Who authenticators speak to (WebAuthn): a domain, its name for people, and the origins that may ask. */
export interface RelyingParty {
  readonly id: string;
  readonly name: string;
  readonly origins: readonly string[];
}

/** @throws UserError naming the setting in config.toml that is wrong. */
export function waysInSettings(config: Config): WaysInSettings {
  const parsed = table.safeParse(config.auth.toml);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw new UserError(`auth.${issue.path.join('.')} in supabase/config.toml is wrong: ${issue.message}.`);
  }
  const { web3, saml, sms, passkey, webauthn } = parsed.data;
  const site = new URL(config.siteUrl);
  return {
    external: readExternal(parsed.data.external, `${config.siteUrl}/auth/v1/callback`),
    web3: { ethereum: web3.ethereum.enabled, solana: web3.solana.enabled },
    saml: saml.enabled,
    sms: { template: sms.template, testCodes: sms.test_otp, twilio: readTwilio(sms.twilio) },
    passkeys: passkey.enabled,
    relyingParty: {
      id: webauthn.rp_id || site.hostname,
      name: webauthn.rp_display_name || site.hostname,
      origins: [site.origin, ...webauthn.rp_origins],
    },
  };
}

function readExternal(
  entries: Readonly<Record<string, z.output<typeof external>>>,
  callbackUrl: string,
): ReadonlyMap<string, ExternalProviderSettings> {
  const enabled = Object.entries(entries).filter(([, entry]) => entry.enabled);
  return new Map(
    enabled.map(([name, entry]) => {
      const provider = externalProvider(name, entry, callbackUrl);
      if (typeof provider === 'string') {
        throw new UserError(`auth.external.${name} in supabase/config.toml is wrong: ${provider}.`);
      }
      return [name, provider];
    }),
  );
}

function readTwilio(entry: z.output<typeof twilio>): TwilioSettings | null {
  if (!entry.enabled) return null;
  if (!entry.account_sid || !entry.auth_token || !entry.message_service_sid) {
    throw new UserError(
      'auth.sms.twilio in supabase/config.toml needs account_sid, message_service_sid and auth_token.',
    );
  }
  return {
    url: entry.url,
    accountSid: entry.account_sid,
    messageServiceSid: entry.message_service_sid,
    authToken: entry.auth_token,
  };
}
