import { createHmac, createPrivateKey, type JsonWebKey } from 'node:crypto';
import { createSigner } from 'fast-jwt';
import { expect, test } from 'vitest';
import { makeSigningKey } from '../configuration/keys.ts';
import { apiKeyReader } from './api-keys.ts';
import { tokenVerifier } from './verify-token.ts';

const NOW_SECONDS = 1_800_000_000;
const JWT_SECRET = 'a shared secret of more than thirty-two characters';
const [key, otherKey] = [makeSigningKey(), makeSigningKey()];
const keys = {
  publishable: 'sb_publishable_0123456789',
  secret: 'sb_secret_0123456789abcdef0123456789',
  jwks: [key],
  jwtSecret: JWT_SECRET,
};

function signed(claims: object, jwk = key, kid = jwk.kid): string {
  const pem = createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' }).export({
    type: 'pkcs8',
    format: 'pem',
  });
  return createSigner({ key: pem, algorithm: 'ES256', kid, noTimestamp: true })({ ...claims });
}
/** Signed by hand, because a library would not sign what a verifier must refuse. */
function withSecret(claims: object, secret: string | Buffer = JWT_SECRET): string {
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims];
  const content = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}
const unsigned = (claims: object) =>
  `${[{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;

const user = { role: 'authenticated', sub: 'a', exp: NOW_SECONDS + 60 };

/** The signature of one token below the claims of another. */
function withOtherClaims(): string {
  const [header, , signature] = signed({ role: 'anon' }).split('.');
  return [header, signed(user).split('.')[1], signature].join('.');
}

test.each([
  ['our own token', null, signed(user)],
  ['one without an end', null, signed({ role: 'anon' })],
  ['one of the shared secret', null, withSecret(user)],
  ['one that has expired', 'expired', signed({ ...user, exp: NOW_SECONDS })],
  ['one that begins later', 'not-yet-valid', signed({ ...user, nbf: NOW_SECONDS + 1 })],
  ['an end that is no number', 'wrong-exp', withSecret({ ...user, exp: '9999999999' })],
  ['a beginning that is no number', 'wrong-nbf', withSecret({ ...user, nbf: '0' })],
  ['a time of issue that is no number', 'wrong-iat', withSecret({ ...user, iat: '0' })],
  ['an audience that is no text', 'wrong-aud', withSecret({ ...user, aud: 7 })],
  ['an audience that is no list of texts', 'wrong-aud', withSecret({ ...user, aud: ['a', {}] })],
  ['claims that are null', null, withSecret({ ...user, nbf: null, iat: null, aud: null })],
  ['two audiences', null, withSecret({ ...user, aud: ['a', 'b'] })],
  ['one issued within the skew of clocks', null, withSecret({ ...user, iat: NOW_SECONDS + 30 })],
  ['one issued later', 'issued-later', withSecret({ ...user, iat: NOW_SECONDS + 31 })],
  ['another role', 'unknown-role', signed({ ...user, role: 'postgres' })],
  ['a role that is null', 'unknown-role', signed({ ...user, role: null })],
  ['another key with our key id', 'bad-signature', signed(user, otherKey, key.kid)],
  ['a key that is not known', 'bad-signature', signed(user, otherKey)],
  ['another secret', 'bad-signature', withSecret(user, `${JWT_SECRET}!`)],
  ['the publishable key as its secret', 'bad-signature', withSecret(user, keys.publishable)],
  [
    'our public key as the secret',
    'bad-signature',
    withSecret(user, Buffer.from(String(key.x), 'base64url')),
  ],
  ['changed claims', 'bad-signature', withOtherClaims()],
  ['no signature', 'bad-signature', unsigned(user)],
  ['no token', 'malformed', 'sb_publishable_0123456789'],
  ['a header that is no JSON', 'malformed', 'a.b.c'],
])('%s: %s', (_what, fault, token) => {
  const verified = tokenVerifier(keys, { now: () => NOW_SECONDS * 1000 })(token);
  expect('fault' in verified ? verified.fault : null).toBe(fault);
});

test('a token without a role has the claims of an anonymous caller', () => {
  const verified = tokenVerifier(keys, { now: () => NOW_SECONDS * 1000 })(signed({ sub: 'a' }));
  expect(verified).toEqual({ claims: { sub: 'a', role: 'anon' } });
});

test('without a shared secret HS256 is refused', () => {
  const verify = tokenVerifier({ ...keys, jwtSecret: null }, { now: () => NOW_SECONDS * 1000 });
  expect(verify(withSecret(user))).toEqual({ fault: 'bad-signature' });
});

test('caches a valid token no longer than its lifetime', () => {
  let now = NOW_SECONDS * 1000;
  const verify = tokenVerifier(keys, { now: () => now });
  const token = signed(user);
  expect(verify(token)).toEqual({ claims: user });
  now += 59_999;
  expect(verify(token)).toEqual({ claims: user });
  now += 1;
  expect(verify(token)).toEqual({ fault: 'expired' });
});

test.each([
  [keys.publishable, 'anon'],
  [keys.secret, 'service_role'],
  [withSecret({ role: 'anon' }), 'anon'],
  [withSecret({ role: 'service_role' }), 'service_role'],
  [withSecret({ role: 'authenticated' }), null],
  [withSecret({ role: 'service_role', sub: 'a' }), null],
  [`${keys.publishable}!`, null],
  ['', null],
])('the key %s is of the role %s', (apiKey, role) => {
  const verify = tokenVerifier(keys, { now: () => NOW_SECONDS * 1000 });
  expect(apiKeyReader(keys, verify)(apiKey)?.role ?? null).toBe(role);
});

test('a legacy key keeps all its claims, which policies may read', () => {
  const verify = tokenVerifier(keys, { now: () => NOW_SECONDS * 1000 });
  const key = withSecret({ role: 'anon', iss: 'supabase' });
  expect(apiKeyReader(keys, verify)(key)).toMatchObject({ role: 'anon', iss: 'supabase' });
});
