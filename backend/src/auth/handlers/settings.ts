import { factorKinds } from '../factors/factor-kinds.ts';
import type { Handler } from '../request/call.ts';

/** The providers the reference service knows; any other configured one stands beside them. */
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

/** GET /settings: which ways in are open (auth contract 8), and, ours alone, which second factors. */
export const settings: Handler = async ({ auth }) => {
  const { email, sms, saml, passkey, ...rest } = auth.settings;
  const { external, sms: sender, settings: waysIn } = auth.waysIn;
  const { totp, phone, webauthn } = factorKinds;
  const names = new Set<string>([...PROVIDERS, ...external.keys()]);
  return {
    external: {
      anonymous_users: rest.anonymousEnabled,
      ...Object.fromEntries([...names].map((name) => [name, external.has(name)])),
      email: email.enable_signup,
      phone: sms.enable_signup,
    },
    disable_signup: !rest.signupEnabled,
    mailer_autoconfirm: !email.enable_confirmations,
    phone_autoconfirm: !sms.enable_confirmations,
    sms_provider: sender?.name ?? '',
    saml_enabled: saml.enabled,
    saml_private_key_next_configured: false,
    passkeys_enabled: passkey.enabled,
    mfa: {
      totp: totp.isOpen(auth.settings),
      phone: phone.isOpen(auth.settings),
      webauthn: { ...webauthn.isOpen(auth.settings), rp_id: waysIn.relyingParty.id },
    },
  };
};
