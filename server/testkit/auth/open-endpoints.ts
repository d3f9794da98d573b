/** A request about an account by its address. */
interface EndpointRequest {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
}

type Asking = (email: string) => EndpointRequest;

const post =
  (path: string, body: (email: string) => object): Asking =>
  (email) => ({ path, body: body(email) });

const grant = (name: string, body: (email: string) => object): Asking =>
  post(`/token?grant_type=${name}`, body);

const SECRET = 'no secret of any account';
const BACK = 'redirect_to=https://elsewhere.example/';

/**
 * The endpoints of auth that anyone may call, by the name of their route, and for each what a caller sends who tries to
 * find out if an address has an account. `routes.test.ts` compares the names with the routes and grants.
 */
export const openEndpoints: Readonly<Record<string, readonly Asking[]>> = {
  'GET /health': [() => ({ path: '/health' })],
  'GET /settings': [() => ({ path: '/settings' })],
  'GET /.well-known/jwks.json': [() => ({ path: '/.well-known/jwks.json' })],
  'GET /.well-known/openid-configuration': [() => ({ path: '/.well-known/openid-configuration' })],
  'GET /.well-known/oauth-authorization-server': [
    () => ({ path: '/.well-known/oauth-authorization-server' }),
  ],
  'GET,POST,PUT,DELETE /oauth/*': [() => ({ path: '/oauth/authorize' })],
  'GET /sso/saml/metadata': [() => ({ path: '/sso/saml/metadata' })],
  'POST /signup': [
    post('/signup', (email) => ({ email, password: 'a long new passphrase' })),
    post('/signup', (email) => ({ email, password: 'short' })),
    post('/signup', (email) => ({ email: email.toUpperCase(), password: 'a long new passphrase', data: {} })),
  ],
  'POST /token password': [
    grant('password', (email) => ({ email, password: SECRET })),
    grant('password', (email) => ({ email, password: '' })),
  ],
  'POST /token refresh_token': [grant('refresh_token', (email) => ({ refresh_token: email }))],
  'POST /token id_token': [grant('id_token', (email) => ({ provider: 'google', id_token: email }))],
  'POST /token web3': [grant('web3', (email) => ({ chain: 'ethereum', message: email, signature: '0x0' }))],
  'POST /token pkce': [grant('pkce', (email) => ({ auth_code: email, code_verifier: SECRET.repeat(3) }))],
  'POST /otp': [
    post('/otp', (email) => ({ email, create_user: false })),
    post('/otp', (email) => ({ email, create_user: true })),
  ],
  'POST /magiclink': [post('/magiclink', (email) => ({ email }))],
  'POST /recover': [
    post('/recover', (email) => ({ email })),
    post('/recover', (email) => ({ email, code_challenge: 'x'.repeat(43), code_challenge_method: 's256' })),
  ],
  'POST /resend': [
    post('/resend', (email) => ({ type: 'signup', email })),
    post('/resend', (email) => ({ type: 'email_change', email })),
  ],
  'POST /verify': ['signup', 'recovery', 'magiclink', 'invite', 'email', 'email_change'].map((type) =>
    post('/verify', (email) => ({ type, email, token: '000000' })),
  ),
  'GET /verify': [(email) => ({ path: `/verify?type=recovery&token=000000&email=${email}&${BACK}` })],
  'HEAD /verify': [
    (email) => ({ method: 'HEAD', path: `/verify?type=recovery&token=000000&email=${email}&${BACK}` }),
  ],
  ...Object.fromEntries(
    ['GET', 'HEAD', 'POST'].map((method) => [
      `${method} /verify/page`,
      [
        (email: string) => ({
          method,
          path: `/verify/page?type=recovery&token=000000&email=${email}&${BACK}`,
        }),
      ],
    ]),
  ),
  'GET /authorize': [(email) => ({ path: `/authorize?provider=google&login_hint=${email}&${BACK}` })],
  'GET /callback': [(email) => ({ path: `/callback?state=${email}&code=x` })],
  'POST /callback': [post('/callback', (email) => ({ state: email, code: 'x' }))],
  'POST /sso': [post('/sso', (email) => ({ domain: email.split('@')[1], skip_http_redirect: true }))],
  'POST /sso/saml/acs': [post('/sso/saml/acs', (email) => ({ RelayState: email, SAMLResponse: 'x' }))],
  'POST /passkeys/authentication/options': [post('/passkeys/authentication/options', (email) => ({ email }))],
  'POST /passkeys/authentication/verify': [
    post('/passkeys/authentication/verify', (email) => ({ challenge_id: email, credential: {} })),
  ],
};
