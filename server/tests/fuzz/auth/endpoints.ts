/** An endpoint of the auth service, and an attacker's knowledge of it. */
export interface Endpoint {
  readonly method: string;
  /** `:id` is replaced by an id, good or bad. */
  readonly path: string;
  readonly as: 'anon' | 'person' | 'secret';
  /** Names of members its body or query takes. */
  readonly members: readonly string[];
  readonly query?: readonly string[];
}

const pkce = ['code_challenge', 'code_challenge_method'];
const open = (method: string, path: string, members: readonly string[] = [], query?: readonly string[]) =>
  ({ method, path, as: 'anon', members, query }) as const;
const person = (method: string, path: string, members: readonly string[] = [], query?: readonly string[]) =>
  ({ method, path, as: 'person', members, query }) as const;
const admin = (method: string, path: string, members: readonly string[] = [], query?: readonly string[]) =>
  ({ method, path, as: 'secret', members, query }) as const;

const user = [
  'id',
  'aud',
  'role',
  'email',
  'phone',
  'password',
  'password_hash',
  'email_confirm',
  'phone_confirm',
  'user_metadata',
  'app_metadata',
  'ban_duration',
];

export const endpoints: readonly Endpoint[] = [
  open('POST', '/signup', ['email', 'phone', 'password', 'data', 'channel', ...pkce], ['redirect_to']),
  open('POST', '/token?grant_type=password', ['email', 'phone', 'password']),
  open('POST', '/token?grant_type=refresh_token', ['refresh_token']),
  open('POST', '/token?grant_type=pkce', ['auth_code', 'code_verifier']),
  open('POST', '/token?grant_type=id_token', [
    'provider',
    'id_token',
    'access_token',
    'nonce',
    'client_id',
    'issuer',
    'link_identity',
  ]),
  open('POST', '/token?grant_type=web3', ['chain', 'message', 'signature']),
  open('POST', '/otp', ['email', 'phone', 'create_user', 'data', 'channel', ...pkce], ['redirect_to']),
  open('POST', '/magiclink', ['email', 'data', ...pkce], ['redirect_to']),
  open('POST', '/recover', ['email', ...pkce], ['redirect_to']),
  open('POST', '/resend', ['type', 'email', 'phone', ...pkce], ['redirect_to']),
  open('POST', '/verify', ['type', 'token', 'token_hash', 'email', 'phone', 'redirect_to']),
  open('GET', '/verify', [], ['type', 'token', 'redirect_to']),
  open('HEAD', '/verify', [], ['type', 'token', 'redirect_to']),
  open('GET', '/authorize', [], ['provider', 'scopes', 'redirect_to', ...pkce]),
  open('GET', '/callback', [], ['state', 'code', 'error', 'error_description']),
  open('POST', '/callback', ['state', 'code', 'error']),
  open('POST', '/sso', ['provider_id', 'domain', 'redirect_to', 'skip_http_redirect', ...pkce]),
  open('POST', '/sso/saml/acs', ['SAMLResponse', 'RelayState']),
  open('POST', '/passkeys/authentication/options', []),
  open('POST', '/passkeys/authentication/verify', ['challenge_id', 'credential']),
  open('GET', '/settings'),
  open('GET', '/.well-known/jwks.json'),
  open('GET', '/.well-known/openid-configuration'),
  open('GET', '/.well-known/oauth-authorization-server'),
  open('GET', '/oauth/authorize', [], ['client_id', 'redirect_uri', 'response_type', 'state']),
  open('POST', '/oauth/token', ['grant_type', 'client_id', 'client_secret', 'code']),
  open('GET', '/sso/saml/metadata', [], ['download']),
  person('GET', '/user'),
  person(
    'PUT',
    '/user',
    ['email', 'phone', 'password', 'current_password', 'nonce', 'data', 'channel', 'app_metadata', ...pkce],
    ['redirect_to'],
  ),
  person('GET', '/reauthenticate'),
  person('POST', '/logout', [], ['scope']),
  person('GET', '/user/identities/authorize', [], ['provider', 'redirect_to', 'skip_http_redirect']),
  person('DELETE', '/user/identities/:id'),
  person('POST', '/factors', ['factor_type', 'friendly_name', 'issuer', 'phone']),
  person('GET', '/factors/recovery-codes'),
  person('POST', '/factors/recovery-codes', ['friendly_name']),
  person('POST', '/factors/recovery-codes/verify', ['code']),
  person('POST', '/factors/recovery-codes/regenerate'),
  person('DELETE', '/factors/recovery-codes'),
  person('POST', '/factors/:id/challenge', ['channel', 'webauthn']),
  person('POST', '/factors/:id/verify', ['challenge_id', 'code', 'webauthn']),
  person('DELETE', '/factors/:id'),
  person('GET', '/user/oauth/grants'),
  person('GET', '/admin/users', [], ['page', 'per_page', 'filter']),
  person('POST', '/admin/generate_link', ['type', 'email', 'new_email', 'password', 'data', 'redirect_to']),
  person('PUT', '/admin/users/:id', user),
  person('DELETE', '/admin/users/:id/factors/:id'),
  person('POST', '/passkeys/registration/options', []),
  person('POST', '/passkeys/registration/verify', ['challenge_id', 'credential']),
  person('GET', '/passkeys'),
  person('PATCH', '/passkeys/:id', ['friendly_name']),
  person('DELETE', '/passkeys/:id'),
  admin('POST', '/admin/users', user),
  admin('GET', '/admin/users', [], ['page', 'per_page', 'filter']),
  admin('GET', '/admin/users/:id'),
  admin('PUT', '/admin/users/:id', user),
  admin('DELETE', '/admin/users/:id', ['should_soft_delete']),
  admin('GET', '/admin/users/:id/factors'),
  admin('DELETE', '/admin/users/:id/factors/:id'),
  admin('GET', '/admin/users/:id/passkeys'),
  admin('DELETE', '/admin/users/:id/passkeys/:id'),
  admin('GET', '/admin/custom-providers/:id'),
  admin('POST', '/admin/oauth/clients', ['client_name', 'redirect_uris']),
  admin('POST', '/admin/generate_link', ['type', 'email', 'new_email', 'password', 'data', 'redirect_to']),
  admin('POST', '/invite', ['email', 'data'], ['redirect_to']),
  admin('POST', '/admin/sso/providers', [
    'type',
    'metadata_url',
    'metadata_xml',
    'domains',
    'attribute_mapping',
  ]),
  admin('GET', '/admin/sso/providers', [], ['resource_id']),
  admin('GET', '/admin/sso/providers/:id'),
  admin('PUT', '/admin/sso/providers/:id', ['metadata_xml', 'domains', 'attribute_mapping']),
  admin('DELETE', '/admin/sso/providers/:id'),
];
