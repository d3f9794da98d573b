import type { Handler } from '../call.ts';

/** Ways in by another service's account; each is true where `external.<name>` of the settings is enabled. */
const PROVIDERS = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'spotify',
  'snapchat',
  'twitch',
  'twitter',
  'workos',
  'x',
  'zoom',
] as const;

/** GET /settings: which ways in are open (auth contract 8). */
export const settings: Handler = async ({ auth }) => {
  const { email, sms, external, saml, passkey, ...rest } = auth.settings;
  return {
    external: {
      anonymous_users: rest.anonymousEnabled,
      ...Object.fromEntries(PROVIDERS.map((name) => [name, external[name]?.enabled === true])),
      email: email.enable_signup,
      phone: sms.enable_signup,
    },
    disable_signup: !rest.signupEnabled,
    mailer_autoconfirm: !email.enable_confirmations,
    phone_autoconfirm: !sms.enable_confirmations,
    sms_provider: sms.provider,
    saml_enabled: saml.enabled,
    saml_private_key_next_configured: false,
    passkeys_enabled: passkey.enabled,
  };
};
