import type { Handler } from '../kernel/call.ts';
import type { AccessTokenClaims } from '../kernel/entities/claims.rules.ts';
import { publicKeys } from '../kernel/tokens.ts';
import { factorSwitches } from '../kernel/settings.ts';
import { authError } from '../kernel/errors.ts';

/** GET /health returns name and version, as the reference service does (contract A8.3). */
export const health: Handler = async () => ({
  version: 'v2.0.0',
  name: 'GoTrue',
  description: 'GoTrue is a user registration and authentication API',
});

/** GET /.well-known/jwks.json returns our public keys (contract A8.1). */
export const jwks: Handler = async ({ auth, reply }) => {
  reply.header('Cache-Control', 'public, max-age=600');
  return { keys: publicKeys(auth.keys) };
};

/** The claims of an access token (`AccessTokenClaims`). */
const claims = {
  iss: true,
  sub: true,
  aud: true,
  exp: true,
  iat: true,
  email: true,
  phone: true,
  app_metadata: true,
  user_metadata: true,
  role: true,
  aal: true,
  amr: true,
  session_id: true,
  is_anonymous: true,
} as const satisfies Record<keyof AccessTokenClaims, true>;

/**
 * GET /.well-known/openid-configuration describes how to verify our tokens (contract A8.4).
 * It names no endpoint, because this is no OAuth server. The algorithms are those of access tokens.
 */
export const openidConfiguration: Handler = async ({ auth, reply }) => {
  const issuer = auth.settings.externalUrl;
  const published = auth.keys.filter(({ kty }) => kty !== 'oct');
  reply.header('Cache-Control', 'public, max-age=600');
  return {
    issuer,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    response_types_supported: [],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...new Set(published.map(({ alg }) => alg))],
    claims_supported: Object.keys(claims),
  };
};

/** The providers that the reference service knows. Other configured ones are added. */
const providers = [
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

/** GET /settings lists the enabled sign-in methods (contract A8.2). Second factors are our addition. */
export const settings: Handler = async ({ auth }) => {
  const { email, sms, saml, passkey, ...rest } = auth.settings;
  const names = new Set<string>([...providers, ...auth.external.keys()]);
  return {
    external: {
      anonymous_users: rest.enable_anonymous_sign_ins,
      ...Object.fromEntries([...names].map((name) => [name, auth.external.has(name)])),
      email: email.enable_signup,
      phone: sms.enable_signup,
    },
    disable_signup: !rest.enable_signup,
    mailer_autoconfirm: !email.enable_confirmations,
    phone_autoconfirm: !sms.enable_confirmations,
    sms_provider: auth.sms?.name ?? '',
    saml_enabled: saml.enabled,
    saml_private_key_next_configured: false,
    passkeys_enabled: passkey.enabled,
    mfa: {
      totp: factorSwitches(auth.settings, 'totp'),
      phone: factorSwitches(auth.settings, 'phone'),
      webauthn: { ...factorSwitches(auth.settings, 'webauthn'), rp_id: rest.relyingParty.id },
      recovery_code: factorSwitches(auth.settings, 'recovery_code'),
    },
  };
};

/** Answers 404 feature_disabled, naming what is not there (contract A7.7). */
const disabled =
  (what: string): Handler =>
  async () => {
    throw authError('feature_disabled', { message: `${what} disabled` });
  };

/** Everything about being an OAuth 2.1 server for others. */
export const oauthServerDisabled = disabled('OAuth server is');

/** Providers that are kept in the database and not in config.toml. */
export const customProvidersDisabled = disabled('Custom OAuth providers are');
