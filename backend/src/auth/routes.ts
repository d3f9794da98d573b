import { authorize } from './handlers/authorize.ts';
import { authorizeIdentity } from './handlers/authorize-identity.ts';
import { callback } from './handlers/callback.ts';
import { removeIdentity } from './handlers/delete-identity.ts';
import { token } from './handlers/token.ts';
import { tokenPkce } from './handlers/token-pkce.ts';
import { tokenPassword } from './handlers/token-password.ts';
import { tokenRefresh } from './handlers/token-refresh.ts';
import { adminCreateUser } from './handlers/admin-create-user.ts';
import { adminDeleteUser } from './handlers/admin-delete-user.ts';
import { adminGetUser } from './handlers/admin-get-user.ts';
import { adminListUsers } from './handlers/admin-list-users.ts';
import { adminUpdateUser } from './handlers/admin-update-user.ts';
import { getUser } from './handlers/get-user.ts';
import { health } from './handlers/health.ts';
import { jwks } from './handlers/jwks.ts';
import { logout } from './handlers/logout.ts';
import { settings } from './handlers/settings.ts';
import { type Route, admin, open, signedIn } from './route.ts';

/** POST /token?grant_type=…: every way to get a session directly. */
const grants = {
  password: { limit: 'sign_in_sign_ups', handle: tokenPassword },
  refresh_token: { limit: 'token_refresh', handle: tokenRefresh },
  pkce: { limit: 'token_refresh', handle: tokenPkce },
} as const;

/** The whole surface of the auth service, under /auth/v1. */
export const routes: readonly Route[] = [
  open('GET', '/health', health),
  open('GET', '/settings', settings),
  open('GET', '/.well-known/jwks.json', jwks),

  open('POST', '/token', token(grants)),

  open('GET', '/authorize', authorize, { limit: 'sign_in_sign_ups' }),
  open('GET', '/callback', callback),
  open('POST', '/callback', callback),

  signedIn('GET', '/user', getUser),
  signedIn('GET', '/user/identities/authorize', authorizeIdentity),
  signedIn('DELETE', '/user/identities/:identity_id', removeIdentity),
  signedIn('POST', '/logout', logout),

  admin('POST', '/admin/users', adminCreateUser),
  admin('GET', '/admin/users', adminListUsers),
  admin('GET', '/admin/users/:user_id', adminGetUser),
  admin('PUT', '/admin/users/:user_id', adminUpdateUser),
  admin('DELETE', '/admin/users/:user_id', adminDeleteUser),
];
