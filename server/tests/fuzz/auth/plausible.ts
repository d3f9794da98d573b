import * as fc from 'fast-check';
import { type Guarded, type Person, SPENT_CODE } from './people.ts';

/** An account whose credentials an attacker holds, one that owes a second factor, and the ids of both. */
export interface Target extends Person {
  readonly guarded: Guarded;
  readonly ids: readonly string[];
}

const fresh = fc.uuid().map((id) => `${id}@example.org`);
const passphrase = fc.constantFrom('quite a fine passphrase', 'another fine passphrase');
const metadata = fc.constantFrom({ a: 1 }, { a: null, b: { c: [] } }, {});
const base64 = fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes).toString('base64url'));
const codeChallenge = fc.constantFrom('a'.repeat(43), 'b'.repeat(128));
/** What a wallet signs. */
export const web3Message = [
  'app.example wants you to sign in with your Ethereum account:',
  '0x0000000000000000000000000000000000000001',
  '',
  'URI: https://app.example/',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: abcdefgh',
  'Issued At: 2026-11-21T00:00:00Z',
].join('\n');
export const METADATA_XML =
  '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example"/>';
const recoveryCode = fc.oneof(
  fc.constantFrom(SPENT_CODE, SPENT_CODE.toUpperCase().replaceAll(/(.{4})(?=.)/g, '$1-'), ` ${SPENT_CODE}`),
  fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz234567'), minLength: 16, maxLength: 16 }),
  fc.string({ unit: fc.constantFrom(...'aA2-_ \u00a0ａ'), maxLength: 40 }),
);
const authenticatorCode = fc.constantFrom('123456', '000000', ' 123456', '１２３４５６', '12345', '1234567');
const credentialOf = ({ id, credentialId }: Guarded) => {
  const known = fc.oneof(fc.constant(credentialId), base64);
  const handle = fc.oneof(fc.constant(Buffer.from(id).toString('base64url')), base64);
  return fc.record({
    id: known,
    rawId: known,
    type: fc.constant('public-key'),
    clientExtensionResults: fc.constant({}),
    response: fc.record(
      {
        clientDataJSON: base64,
        attestationObject: base64,
        authenticatorData: base64,
        signature: base64,
        userHandle: handle,
      },
      { requiredKeys: ['clientDataJSON'] },
    ),
  });
};

/** Returns plausible values of each member, of which one at a time is replaced. */
export function plausible(target: Target): Readonly<Record<string, fc.Arbitrary<unknown>>> {
  const email = fc.oneof(fc.constantFrom(target.email, target.guarded.email), fresh);
  const credential = credentialOf(target.guarded);
  const id = fc.oneof(fc.constantFrom(...target.ids), fc.uuid());
  const hash = fc.constantFrom(...target.hashes, '0'.repeat(56));
  return {
    ...Object.fromEntries(
      ['id', 'auth_code', 'challenge_id', 'provider_id', 'state'].map((name) => [name, id]),
    ),
    ...Object.fromEntries(['password', 'current_password'].map((name) => [name, passphrase])),
    ...Object.fromEntries(['data', 'user_metadata', 'app_metadata'].map((name) => [name, metadata])),
    ...Object.fromEntries(['code_challenge', 'code_verifier'].map((name) => [name, codeChallenge])),
    ...Object.fromEntries(
      ['email_confirm', 'phone_confirm', 'create_user'].map((name) => [name, fc.boolean()]),
    ),
    ...Object.fromEntries(['skip_http_redirect', 'should_soft_delete'].map((name) => [name, fc.boolean()])),
    email,
    new_email: fc.oneof(fresh, fc.constant(target.guarded.email)),
    phone: fc.constantFrom('15551234567', '+1 555 123 4567', '15557654321'),
    channel: fc.constantFrom('sms', 'whatsapp'),
    code_challenge_method: fc.constantFrom('s256', 'plain'),
    refresh_token: fc.constantFrom(target.refreshToken, 'aaaaaaaaaaaa'),
    type: fc.constantFrom(
      'signup',
      'magiclink',
      'recovery',
      'invite',
      'email',
      'email_change',
      'sms',
      'email_change_current',
      'email_change_new',
    ),
    token: fc.oneof(fc.constantFrom('123456', '000000'), hash),
    token_hash: hash,
    redirect_to: fc.constantFrom('https://a.preview.example.org/x', 'https://elsewhere.example/'),
    provider: fc.constantFrom('github', 'google', 'custom:x'),
    id_token: fc.constantFrom('e30.e30.e30', 'x'),
    chain: fc.constantFrom('ethereum', 'solana'),
    message: fc.constant(web3Message),
    signature: fc.constantFrom(`0x${'1'.repeat(130)}`, 'A'.repeat(88)),
    factor_type: fc.constantFrom('totp', 'phone', 'webauthn'),
    friendly_name: fc.constantFrom('', 'mine'),
    code: fc.oneof(authenticatorCode, recoveryCode),
    nonce: authenticatorCode,
    webauthn: fc.record({ type: fc.constantFrom('create', 'request'), credential_response: credential }),
    credential,
    role: fc.constantFrom('authenticated', 'anon', ''),
    ban_duration: fc.constantFrom('none', '1h'),
    domain: fc.constant('example.org'),
    SAMLResponse: fc.constant(Buffer.from(METADATA_XML).toString('base64')),
    RelayState: id,
    metadata_xml: fc.constant(METADATA_XML),
    domains: fc.constant(['example.org']),
    attribute_mapping: fc.constant({ keys: { email: { name: 'mail' } } }),
  };
}
