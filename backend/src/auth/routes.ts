import { authorize } from './handlers/authorize.ts';
import { authorizeIdentity } from './handlers/authorize-identity.ts';
import { callback } from './handlers/callback.ts';
import { removeIdentity } from './handlers/delete-identity.ts';
import { token } from './handlers/token.ts';
import { tokenPkce } from './handlers/token-pkce.ts';
import { tokenIdToken } from './handlers/token-id-token.ts';
import { tokenPassword } from './handlers/token-password.ts';
import { tokenRefresh } from './handlers/token-refresh.ts';
import { tokenWeb3 } from './handlers/token-web3.ts';
import { adminCreateUser } from './handlers/admin-create-user.ts';
import { adminDeleteUser } from './handlers/admin-delete-user.ts';
import { adminDeleteFactor, adminListFactors } from './handlers/admin-factors.ts';
import { adminGetUser } from './handlers/admin-get-user.ts';
import { adminListUsers } from './handlers/admin-list-users.ts';
import {
  adminCreateSsoProvider,
  adminDeleteSsoProvider,
  adminGetSsoProvider,
  adminListSsoProviders,
  adminUpdateSsoProvider,
} from './handlers/admin-sso-providers.ts';
import { adminUpdateUser } from './handlers/admin-update-user.ts';
import { adminGenerateLink } from './handlers/admin-generate-link.ts';
import { factorChallenge } from './handlers/factor-challenge.ts';
import { factorEnroll } from './handlers/factor-enroll.ts';
import { factorUnenroll } from './handlers/factor-unenroll.ts';
import { factorVerify } from './handlers/factor-verify.ts';
import { getUser } from './handlers/get-user.ts';
import { health } from './handlers/health.ts';
import { invite } from './handlers/invite.ts';
import { jwks } from './handlers/jwks.ts';
import { logout } from './handlers/logout.ts';
import { oauthServerDisabled } from './handlers/oauth-server.ts';
import { magiclink, otp } from './handlers/otp.ts';
import {
  passkeyAuthenticationOptions,
  passkeyAuthenticationVerify,
} from './handlers/passkey-authentication.ts';
import { passkeyRegistrationOptions, passkeyRegistrationVerify } from './handlers/passkey-registration.ts';
import {
  adminDeletePasskey,
  adminListPasskeys,
  deleteOwnPasskey,
  listOwnPasskeys,
  renameOwnPasskey,
} from './handlers/passkeys.ts';
import { putUser } from './handlers/put-user.ts';
import { reauthenticate } from './handlers/reauthenticate.ts';
import { recover } from './handlers/recover.ts';
import { resend } from './handlers/resend.ts';
import { samlAcs } from './handlers/saml-acs.ts';
import { samlMetadata } from './handlers/saml-metadata.ts';
import { settings } from './handlers/settings.ts';
import { signup } from './handlers/signup.ts';
import { sso } from './handlers/sso.ts';
import { verifyGet } from './handlers/verify-get.ts';
import { verifyPost } from './handlers/verify-post.ts';
import { type Route, admin, open, signedIn } from './request/route.ts';

/** POST /token?grant_type=…: every way to get a session directly. */
const grants = {
  password: { limit: 'sign_in_sign_ups', handle: tokenPassword },
  refresh_token: { limit: 'token_refresh', handle: tokenRefresh },
  id_token: { limit: 'sign_in_sign_ups', handle: tokenIdToken },
  web3: { limit: 'web3', handle: tokenWeb3 },
  pkce: { limit: 'token_refresh', handle: tokenPkce },
} as const;

/** The whole surface of the auth service, under /auth/v1. */
export const routes: readonly Route[] = [
  open('GET', '/health', health),
  open('GET', '/settings', settings),
  open('GET', '/.well-known/jwks.json', jwks),

  open('POST', '/signup', signup),
  open('POST', '/token', token(grants)),
  open('POST', '/otp', otp, { limit: 'sign_in_sign_ups' }),
  open('POST', '/magiclink', magiclink, { limit: 'sign_in_sign_ups' }),
  open('POST', '/recover', recover, { limit: 'sign_in_sign_ups' }),
  open('POST', '/resend', resend, { limit: 'sign_in_sign_ups' }),
  open('POST', '/verify', verifyPost, { limit: 'token_verifications' }),
  open('GET', '/verify', verifyGet, { limit: 'token_verifications' }),

  open('GET', '/authorize', authorize, { limit: 'sign_in_sign_ups' }),
  open('GET', '/callback', callback),
  open('POST', '/callback', callback),
  open('POST', '/sso', sso, { limit: 'sign_in_sign_ups' }),
  open('GET', '/sso/saml/metadata', samlMetadata),
  open('POST', '/sso/saml/acs', samlAcs, { limit: 'token_verifications' }),

  signedIn('GET', '/user', getUser),
  signedIn('GET', '/user/identities/authorize', authorizeIdentity),
  signedIn('DELETE', '/user/identities/:identity_id', removeIdentity),
  signedIn('PUT', '/user', putUser),
  signedIn('GET', '/reauthenticate', reauthenticate),
  signedIn('POST', '/logout', logout),

  signedIn('POST', '/factors', factorEnroll),
  signedIn('POST', '/factors/:factor_id/challenge', factorChallenge),
  signedIn('POST', '/factors/:factor_id/verify', factorVerify, { limit: 'token_verifications' }),
  signedIn('DELETE', '/factors/:factor_id', factorUnenroll),

  signedIn('POST', '/passkeys/registration/options', passkeyRegistrationOptions),
  signedIn('POST', '/passkeys/registration/verify', passkeyRegistrationVerify),
  open('POST', '/passkeys/authentication/options', passkeyAuthenticationOptions, {
    limit: 'sign_in_sign_ups',
  }),
  open('POST', '/passkeys/authentication/verify', passkeyAuthenticationVerify, { limit: 'sign_in_sign_ups' }),
  signedIn('GET', '/passkeys', listOwnPasskeys),
  signedIn('PATCH', '/passkeys/:passkey_id', renameOwnPasskey),
  signedIn('DELETE', '/passkeys/:passkey_id', deleteOwnPasskey),

  admin('POST', '/admin/users', adminCreateUser),
  admin('GET', '/admin/users', adminListUsers),
  admin('GET', '/admin/users/:user_id', adminGetUser),
  admin('PUT', '/admin/users/:user_id', adminUpdateUser),
  admin('DELETE', '/admin/users/:user_id', adminDeleteUser),
  admin('GET', '/admin/users/:user_id/factors', adminListFactors),
  admin('DELETE', '/admin/users/:user_id/factors/:factor_id', adminDeleteFactor),
  admin('GET', '/admin/users/:user_id/passkeys', adminListPasskeys),
  admin('DELETE', '/admin/users/:user_id/passkeys/:passkey_id', adminDeletePasskey),
  admin('POST', '/admin/generate_link', adminGenerateLink),
  admin('POST', '/invite', invite),
  admin('GET', '/admin/sso/providers', adminListSsoProviders),
  admin('POST', '/admin/sso/providers', adminCreateSsoProvider),
  admin('GET', '/admin/sso/providers/:idp_id', adminGetSsoProvider),
  admin('PUT', '/admin/sso/providers/:idp_id', adminUpdateSsoProvider),
  admin('DELETE', '/admin/sso/providers/:idp_id', adminDeleteSsoProvider),

  admin('POST', '/admin/oauth/clients', oauthServerDisabled),
  admin('GET', '/admin/oauth/clients', oauthServerDisabled),
  admin('GET', '/admin/oauth/clients/:client_id', oauthServerDisabled),
  admin('PUT', '/admin/oauth/clients/:client_id', oauthServerDisabled),
  admin('DELETE', '/admin/oauth/clients/:client_id', oauthServerDisabled),
  admin('POST', '/admin/oauth/clients/:client_id/regenerate_secret', oauthServerDisabled),
  signedIn('GET', '/oauth/authorizations/:authorization_id', oauthServerDisabled),
  signedIn('POST', '/oauth/authorizations/:authorization_id/consent', oauthServerDisabled),
  signedIn('GET', '/user/oauth/grants', oauthServerDisabled),
  signedIn('DELETE', '/user/oauth/grants', oauthServerDisabled),
];
