import { randomInt, randomUUID } from 'node:crypto';
import { type Guarded, type Person, SPENT_CODE } from './people.ts';

/** An account whose credentials an attacker holds, one that owes a second factor, and ids that the attacker knows. */
export interface Target extends Person {
  readonly guarded: Guarded;
  readonly ids: readonly string[];
}

/** A request that the service takes as it stands, or refuses only for what an attacker cannot know. */
export interface ValidRequest {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Ids for each `:id` of the path. Without it the id is unknown. */
  readonly ids?: readonly string[];
}

const PASSPHRASE = 'quite a fine passphrase';
const ELSEWHERE = 'https://a.preview.example.org/x';
const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' };
const metadata = { words: { a: ['b'] }, count: 1 };

/** The message that a wallet signs. */
const web3Message = [
  'app.example wants you to sign in with your Ethereum account:',
  '0x0000000000000000000000000000000000000001',
  '',
  'URI: https://app.example/',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: abcdefgh',
  'Issued At: 2026-11-21T00:00:00Z',
].join('\n');
const METADATA_XML =
  '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example"/>';

type Words = Readonly<Record<string, string>>;
/** The parameters of a browser's return from a provider. */
const granted = (state: string): Words => ({ state, code: 'x' });
const denied = (state: string): Words => ({ state, error: 'access_denied', error_description: 'No.' });

const freshEmail = () => `${randomUUID()}@example.org`;
const freshPhone = () => `1555${String(randomInt(1e7)).padStart(7, '0')}`;

/** An unsigned passkey answer of a password manager or browser. */
const credentialOf = ({ guarded }: Target) => ({
  id: guarded.credentialId,
  rawId: guarded.credentialId,
  type: 'public-key',
  clientExtensionResults: {},
  response: {
    clientDataJSON: Buffer.from('{"type":"webauthn.get","challenge":"AAAA","origin":"x"}').toString(
      'base64url',
    ),
    attestationObject: 'AAAA',
    authenticatorData: 'AAAA',
    signature: 'AAAA',
    userHandle: Buffer.from(guarded.id).toString('base64url'),
  },
});

const newUser = () => ({
  id: randomUUID(),
  aud: 'authenticated',
  role: 'authenticated',
  email: freshEmail(),
  phone: freshPhone(),
  password_hash: `$2a$10$${'a'.repeat(53)}`,
  email_confirm: true,
  phone_confirm: true,
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: 'none',
});

type Requests = (target: Target) => readonly ValidRequest[];

/** Requests of administrators, which are also sent with the token of a person, who may use none of them. */
const administration: Record<string, Requests> = {
  'GET /admin/users': ({ email }) => [{ query: { page: '1', per_page: '2', filter: email } }],
  'POST /admin/generate_link': ({ email }) => [
    {
      body: {
        type: 'signup',
        email: freshEmail(),
        password: PASSPHRASE,
        data: metadata,
        redirect_to: ELSEWHERE,
      },
    },
    { body: { type: 'email_change_new', email, new_email: freshEmail(), redirect_to: ELSEWHERE } },
  ],
  'PUT /admin/users/:id': ({ id }) => [
    { ids: [id], body: { ...newUser(), id: undefined } },
    { ids: [id], body: { password: PASSPHRASE } },
  ],
  'DELETE /admin/users/:id/factors/:id': ({ id, factorId }) => [{ ids: [id, factorId] }],
};

/** The valid requests of each endpoint by its caller, an empty one where only its path matters. */
const valid: Readonly<Record<'anon' | 'person' | 'secret', Readonly<Record<string, Requests>>>> = {
  anon: {
    'POST /signup': () => [
      {
        body: { email: freshEmail(), password: PASSPHRASE, data: metadata, ...challenge },
        query: { redirect_to: ELSEWHERE },
      },
      { body: { phone: freshPhone(), password: PASSPHRASE, channel: 'sms' } },
    ],
    'POST /token?grant_type=password': ({ guarded }) => [
      { body: { email: guarded.email, password: PASSPHRASE } },
    ],
    'POST /token?grant_type=refresh_token': ({ refreshToken }) => [{ body: { refresh_token: refreshToken } }],
    'POST /token?grant_type=pkce': ({ authCode }) => [
      { body: { auth_code: authCode, code_verifier: 'a'.repeat(43) } },
    ],
    'POST /token?grant_type=id_token': () => [
      {
        body: {
          provider: 'google',
          id_token: 'e30.e30.e30',
          access_token: 'x',
          nonce: 'x',
          link_identity: false,
        },
      },
      { body: { client_id: 'x', issuer: 'https://accounts.google.com', id_token: 'e30.e30.e30' } },
    ],
    'POST /token?grant_type=web3': () => [
      { body: { chain: 'ethereum', message: web3Message, signature: `0x${'1'.repeat(130)}` } },
      { body: { chain: 'solana', message: web3Message, signature: 'A'.repeat(88) } },
    ],
    'POST /otp': ({ guarded }) => [
      {
        body: { email: guarded.email, create_user: true, data: metadata, ...challenge },
        query: { redirect_to: ELSEWHERE },
      },
      { body: { phone: '15551234567', create_user: true, data: metadata, channel: 'sms' } },
    ],
    'POST /magiclink': ({ email }) => [
      { body: { email, data: metadata, ...challenge }, query: { redirect_to: ELSEWHERE } },
    ],
    'POST /recover': ({ email }) => [{ body: { email, ...challenge }, query: { redirect_to: ELSEWHERE } }],
    'POST /resend': ({ email }) => [
      { body: { type: 'signup', email, ...challenge }, query: { redirect_to: ELSEWHERE } },
      { body: { type: 'sms', phone: '15551234567' } },
    ],
    'POST /verify': ({ email, hashes }) => [
      { body: { type: 'recovery', token_hash: hashes[2] } },
      { body: { type: 'email', email, token: '123456', redirect_to: ELSEWHERE } },
      { body: { type: 'sms', phone: '15551234567', token: '123456' } },
    ],
    'GET /verify': ({ hashes }) => [
      { query: { type: 'recovery', token: hashes[2]!, redirect_to: ELSEWHERE } },
    ],
    'HEAD /verify': ({ hashes }) => [
      { query: { type: 'recovery', token: hashes[2]!, redirect_to: ELSEWHERE } },
    ],
    'GET /verify/page': () => [{ query: { type: 'recovery', token: 'x', redirect_to: ELSEWHERE } }],
    'HEAD /verify/page': () => [{ query: { type: 'recovery', token: 'x', redirect_to: ELSEWHERE } }],
    'POST /verify/page': ({ hashes }) => [
      { query: { type: 'recovery', token: hashes[2]!, redirect_to: ELSEWHERE } },
    ],
    'GET /authorize': () => [
      { query: { provider: 'github', scopes: 'user repo', redirect_to: ELSEWHERE, ...challenge } },
    ],
    'GET /callback': ({ flowState }) => [{ query: granted(flowState) }, { query: denied(flowState) }],
    'POST /callback': ({ flowState }) => [{ body: granted(flowState) }, { body: denied(flowState) }],
    'POST /sso': () => [
      { body: { domain: 'example.org', redirect_to: ELSEWHERE, skip_http_redirect: true, ...challenge } },
      { body: { provider_id: randomUUID(), redirect_to: ELSEWHERE, skip_http_redirect: true } },
    ],
    'POST /sso/saml/acs': () => [
      { body: { SAMLResponse: Buffer.from(METADATA_XML).toString('base64'), RelayState: randomUUID() } },
    ],
    'POST /passkeys/authentication/options': () => [{}],
    'POST /passkeys/authentication/verify': (target) => [
      { body: { challenge_id: target.passkeyChallenges.authentication, credential: credentialOf(target) } },
    ],
    'GET /settings': () => [{}],
    'GET /.well-known/jwks.json': () => [{}],
    'GET /.well-known/openid-configuration': () => [{}],
    'GET /.well-known/oauth-authorization-server': () => [{}],
    'GET /oauth/authorize': () => [{}],
    'POST /oauth/token': () => [{}],
    'GET /sso/saml/metadata': () => [{ query: { download: 'true' } }],
  },
  person: {
    'GET /user': () => [{}],
    'PUT /user': () => [
      { body: { email: freshEmail(), data: metadata, ...challenge }, query: { redirect_to: ELSEWHERE } },
      { body: { phone: freshPhone(), channel: 'sms' } },
      { body: { password: PASSPHRASE, current_password: PASSPHRASE, nonce: '123456' } },
      { body: { app_metadata: metadata } },
    ],
    'GET /reauthenticate': () => [{}],
    'POST /logout': () => [{ query: { scope: 'local' } }],
    'GET /user/identities/authorize': () => [
      { query: { provider: 'github', redirect_to: ELSEWHERE, skip_http_redirect: 'true', ...challenge } },
    ],
    'DELETE /user/identities/:id': ({ identityId }) => [{ ids: [identityId] }],
    'POST /factors': () => [
      { body: { factor_type: 'totp', friendly_name: 'mine', issuer: 'Example' } },
      { body: { factor_type: 'phone', friendly_name: 'mine', phone: freshPhone() } },
      { body: { factor_type: 'webauthn', friendly_name: 'mine' } },
    ],
    'GET /factors/recovery-codes': () => [{}],
    'POST /factors/recovery-codes': () => [{ body: { friendly_name: 'mine' } }],
    'POST /factors/recovery-codes/verify': () => [{ body: { code: SPENT_CODE } }],
    'POST /factors/recovery-codes/regenerate': () => [{}],
    'DELETE /factors/recovery-codes': () => [{}],
    'POST /factors/:id/challenge': ({ factorId }) => [
      {
        ids: [factorId],
        body: { channel: 'sms', webauthn: { rpId: 'localhost', rpOrigins: ['http://localhost'] } },
      },
    ],
    'POST /factors/:id/verify': (target) => [
      { ids: [target.factorId], body: { challenge_id: target.challengeId, code: '123456' } },
      {
        ids: [target.factorId],
        body: {
          challenge_id: target.challengeId,
          webauthn: { type: 'create', credential_response: credentialOf(target) },
        },
      },
    ],
    'DELETE /factors/:id': ({ factorId }) => [{ ids: [factorId] }],
    'GET /user/oauth/grants': () => [{}],
    ...administration,
    'POST /passkeys/registration/options': () => [{}],
    'POST /passkeys/registration/verify': (target) => [
      { body: { challenge_id: target.passkeyChallenges.registration, credential: credentialOf(target) } },
    ],
    'GET /passkeys': () => [{}],
    'PATCH /passkeys/:id': () => [{ body: { friendly_name: 'mine' } }],
    'DELETE /passkeys/:id': () => [{}],
  },
  secret: {
    ...administration,
    'POST /admin/users': () => [{ body: newUser() }, { body: { email: freshEmail(), password: PASSPHRASE } }],
    'GET /admin/users/:id': ({ id }) => [{ ids: [id] }],
    'DELETE /admin/users/:id': ({ id }) => [{ ids: [id], body: { should_soft_delete: true } }],
    'GET /admin/users/:id/factors': ({ id }) => [{ ids: [id] }],
    'GET /admin/users/:id/passkeys': ({ id }) => [{ ids: [id] }],
    'DELETE /admin/users/:id/passkeys/:id': ({ id }) => [{ ids: [id, randomUUID()] }],
    'GET /admin/custom-providers/:id': () => [{}],
    'POST /admin/oauth/clients': () => [{}],
    'POST /invite': () => [
      { body: { email: freshEmail(), data: metadata }, query: { redirect_to: ELSEWHERE } },
    ],
    'POST /admin/sso/providers': () => [
      {
        body: {
          type: 'saml',
          metadata_xml: METADATA_XML,
          domains: [`${randomUUID()}.example`],
          attribute_mapping: { keys: { email: { name: 'mail', default: 'x' } } },
        },
      },
      { body: { type: 'saml', metadata_url: 'https://127.0.0.1:1/metadata' } },
    ],
    'GET /admin/sso/providers': () => [{ query: { resource_id: 'a' } }],
    'GET /admin/sso/providers/:id': () => [{}],
    'PUT /admin/sso/providers/:id': () => [
      {
        body: {
          metadata_xml: METADATA_XML,
          domains: ['b.example'],
          attribute_mapping: { keys: { email: { name: 'mail' } } },
        },
      },
    ],
    'DELETE /admin/sso/providers/:id': () => [{}],
  },
};

/** An endpoint of the auth service, and an attacker's knowledge of it. `:id` in its path is replaced by an id. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly as: keyof typeof valid;
  readonly requests: Requests;
}

export const endpoints: readonly Endpoint[] = Object.entries(valid).flatMap(([as, group]) =>
  Object.entries(group).map(([address, requests]) => {
    const [method = '', path = ''] = address.split(' ');
    return { method, path, as: as as Endpoint['as'], requests };
  }),
);
