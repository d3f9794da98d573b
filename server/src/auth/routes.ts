import type { HTTPMethods } from 'fastify';
import { authorize, authorizeIdentity } from './oauth/authorize.handler.ts';
import { callback } from './oauth/callback.handler.ts';
import { removeIdentity } from './oauth/delete-identity.handler.ts';
import { tokenPkce } from './sessions/token-pkce.handler.ts';
import { tokenIdToken } from './oauth/token-id-token.handler.ts';
import { tokenPassword } from './sessions/token-password.handler.ts';
import { tokenRefresh } from './sessions/token-refresh.handler.ts';
import { tokenWeb3 } from './web3/token-web3.handler.ts';
import * as users from './admin/users.handler.ts';
import * as factors from './factors/factors.handler.ts';
import * as ssoProviders from './saml/admin-sso-providers.handler.ts';
import { adminGenerateLink, invite } from './admin/links.handler.ts';
import * as recoveryCodes from './factors/recovery/recovery-codes.handler.ts';
import { getUser, putUser } from './user/user.handler.ts';
import { reauthenticate } from './user/reauthenticate.handler.ts';
import * as discovery from './discovery/discovery.handler.ts';
import { logout } from './sessions/logout.handler.ts';
import { magiclink, otp, recover, resend } from './one-time-codes/send-code.handler.ts';
import * as passkeys from './passkeys/passkeys.handler.ts';
import { samlAcs, samlMetadata, sso } from './saml/sso.handler.ts';
import { signup } from './signup/signup.handler.ts';
import { linkPage } from './one-time-codes/link-page.handler.ts';
import { verifyGet, verifyHead, verifyPost } from './one-time-codes/verify.handler.ts';
import { type Route, admin, open, signedIn } from './route.ts';
import { type Handler, queryOf, consumeCallerLimit } from './kernel/call.ts';
import { authError } from './kernel/errors.ts';

/** The grants of POST /token?grant_type=…, each counted per address of the caller. */
export const grants = {
  password: { limit: 'sign_in_sign_ups', handle: tokenPassword },
  refresh_token: { limit: 'token_refresh', handle: tokenRefresh },
  id_token: { limit: 'sign_in_sign_ups', handle: tokenIdToken },
  web3: { limit: 'web3', handle: tokenWeb3 },
  pkce: { limit: 'token_refresh', handle: tokenPkce },
} as const;

/** POST /token calls the grant that `grant_type` names (contract A2.7). */
const token: Handler = async (call) => {
  const name = queryOf(call, 'grant_type') ?? '';
  if (!Object.hasOwn(grants, name))
    throw authError('invalid_credentials', { message: 'unsupported_grant_type' });
  const { limit, handle } = grants[name as keyof typeof grants];
  await consumeCallerLimit(call, limit);
  return handle(call);
};

const anyMethod: HTTPMethods[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** The whole surface of the auth service, under /auth/v1. */
export const routes: readonly Route[] = [
  open('GET', '/health', discovery.health),
  open('GET', '/settings', discovery.settings),
  open('GET', '/.well-known/jwks.json', discovery.jwks),
  open('GET', '/.well-known/openid-configuration', discovery.openidConfiguration),

  open('POST', '/signup', signup),
  open('POST', '/token', token),
  open('POST', '/otp', otp, 'sign_in_sign_ups'),
  open('POST', '/magiclink', magiclink, 'sign_in_sign_ups'),
  open('POST', '/recover', recover, 'sign_in_sign_ups'),
  open('POST', '/resend', resend, 'sign_in_sign_ups'),
  open('POST', '/verify', verifyPost, 'token_verifications'),
  open('GET', '/verify', verifyGet, 'token_verifications'),
  open('HEAD', '/verify', verifyHead),
  open('GET', '/verify/page', linkPage),
  open('HEAD', '/verify/page', verifyHead),
  open('POST', '/verify/page', verifyGet, 'token_verifications'),

  open('GET', '/authorize', authorize, 'sign_in_sign_ups'),
  open('GET', '/callback', callback),
  open('POST', '/callback', callback),
  open('POST', '/sso', sso, 'sign_in_sign_ups'),
  open('GET', '/sso/saml/metadata', samlMetadata),
  open('POST', '/sso/saml/acs', samlAcs, 'token_verifications'),

  signedIn('GET', '/user', getUser),
  signedIn('GET', '/user/identities/authorize', authorizeIdentity),
  signedIn('DELETE', '/user/identities/:identity_id', removeIdentity),
  signedIn('PUT', '/user', putUser, 'sign_in_sign_ups'),
  signedIn('GET', '/reauthenticate', reauthenticate),
  signedIn('POST', '/logout', logout),

  signedIn('POST', '/factors', factors.factorEnroll),
  signedIn('GET', '/factors/recovery-codes', recoveryCodes.recoveryCodesStatus),
  signedIn('POST', '/factors/recovery-codes', recoveryCodes.recoveryCodesGenerate, 'token_verifications'),
  signedIn('POST', '/factors/recovery-codes/verify', recoveryCodes.recoveryCodeVerify, 'token_verifications'),
  signedIn(
    'POST',
    '/factors/recovery-codes/regenerate',
    recoveryCodes.recoveryCodesRegenerate,
    'token_verifications',
  ),
  signedIn('DELETE', '/factors/recovery-codes', recoveryCodes.recoveryCodesDelete),
  signedIn('POST', '/factors/:factor_id/challenge', factors.factorChallenge, 'token_verifications'),
  signedIn('POST', '/factors/:factor_id/verify', factors.factorVerify, 'token_verifications'),
  signedIn('DELETE', '/factors/:factor_id', factors.factorUnenroll),

  signedIn('POST', '/passkeys/registration/options', passkeys.passkeyRegistrationOptions),
  signedIn('POST', '/passkeys/registration/verify', passkeys.passkeyRegistrationVerify),
  open('POST', '/passkeys/authentication/options', passkeys.passkeyAuthenticationOptions, 'passkey'),
  open('POST', '/passkeys/authentication/verify', passkeys.passkeyAuthenticationVerify, 'passkey'),
  signedIn('GET', '/passkeys', passkeys.listOwnPasskeys),
  signedIn('PATCH', '/passkeys/:passkey_id', passkeys.renameOwnPasskey),
  signedIn('DELETE', '/passkeys/:passkey_id', passkeys.deleteOwnPasskey),

  admin('POST', '/admin/users', users.adminCreateUser),
  admin('GET', '/admin/users', users.adminListUsers),
  admin('GET', '/admin/users/:user_id', users.adminGetUser),
  admin('PUT', '/admin/users/:user_id', users.adminUpdateUser),
  admin('DELETE', '/admin/users/:user_id', users.adminDeleteUser),
  admin('GET', '/admin/users/:user_id/factors', factors.adminListFactors),
  admin('DELETE', '/admin/users/:user_id/factors/:factor_id', factors.adminDeleteFactor),
  admin('GET', '/admin/users/:user_id/passkeys', passkeys.adminListPasskeys),
  admin('DELETE', '/admin/users/:user_id/passkeys/:passkey_id', passkeys.adminDeletePasskey),
  admin('POST', '/admin/generate_link', adminGenerateLink),
  admin('POST', '/invite', invite),
  admin('GET', '/admin/sso/providers', ssoProviders.adminListSsoProviders),
  admin('POST', '/admin/sso/providers', ssoProviders.adminCreateSsoProvider),
  admin('GET', '/admin/sso/providers/:idp_id', ssoProviders.adminGetSsoProvider),
  admin('PUT', '/admin/sso/providers/:idp_id', ssoProviders.adminUpdateSsoProvider),
  admin('DELETE', '/admin/sso/providers/:idp_id', ssoProviders.adminDeleteSsoProvider),

  open('GET', '/.well-known/oauth-authorization-server', discovery.oauthServerDisabled),
  open(anyMethod, '/oauth/*', discovery.oauthServerDisabled),
  signedIn(anyMethod, '/user/oauth/*', discovery.oauthServerDisabled),
  admin(anyMethod, '/admin/oauth/*', discovery.oauthServerDisabled),
  admin(anyMethod, '/admin/custom-providers', discovery.customProvidersDisabled),
  admin(anyMethod, '/admin/custom-providers/*', discovery.customProvidersDisabled),
];
