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
function withSecret(claims: object, secret = JWT_SECRET): string {
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims];
  const content = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}
const unsigned = (claims: object) =>
  `${[{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;

const user = { role: 'authenticated', sub: 'a', exp: NOW_SECONDS + 60 };

test.each([
  ['our own token', signed(user), null],
  ['one without an end', signed({ role: 'anon' }), null],
  ['one of the shared secret', withSecret(user), null],
  ['one that has expired', signed({ ...user, exp: NOW_SECONDS }), 'expired'],
  ['one that begins later', signed({ ...user, nbf: NOW_SECONDS + 1 }), 'not-yet-valid'],
  ['an end that is no number', withSecret({ ...user, exp: '9999999999' }), 'wrong-claims'],
  ['a beginning that is no number', withSecret({ ...user, nbf: '0' }), 'wrong-claims'],
  ['a time of issue that is no number', withSecret({ ...user, iat: '0' }), 'wrong-claims'],
  ['an audience that is no text', withSecret({ ...user, aud: 7 }), 'wrong-claims'],
  ['two audiences', withSecret({ ...user, aud: ['a', 'b'] }), null],
  ['one issued within the skew of clocks', withSecret({ ...user, iat: NOW_SECONDS + 30 }), null],
  ['one issued later', withSecret({ ...user, iat: NOW_SECONDS + 31 }), 'issued-later'],
  ['another role', signed({ ...user, role: 'postgres' }), 'unknown-role'],
  ['a role that is null', signed({ ...user, role: null }), 'unknown-role'],
  ['another key with our key id', signed(user, otherKey, key.kid), 'bad-signature'],
  ['a key that is not known', signed(user, otherKey), 'bad-signature'],
  ['another secret', withSecret(user, `${JWT_SECRET}!`), 'bad-signature'],
  ['no signature', unsigned(user), 'bad-signature'],
  ['no token', 'sb_publishable_0123456789', 'malformed'],
  ['a header that is no JSON', 'a.b.c', 'malformed'],
])('%s: %s', (_what, token, fault) => {
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
])('the key %s is of the role %s', (given, role) => {
  const verify = tokenVerifier(keys, { now: () => NOW_SECONDS * 1000 });
  expect(apiKeyReader(keys, verify)(given)?.role ?? null).toBe(role);
});

test('a legacy key keeps all its claims, which policies may read', () => {
  const verify = tokenVerifier(keys, { now: () => NOW_SECONDS * 1000 });
  const key = withSecret({ role: 'anon', iss: 'supabase' });
  expect(apiKeyReader(keys, verify)(key)).toMatchObject({ role: 'anon', iss: 'supabase' });
});
