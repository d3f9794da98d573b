import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { portOf } from '@solostead/server-testkit/network/port-of';
import { ProviderFailure } from './external-provider.ts';
import { idTokenVerifier } from './id-token-verifier.ts';

let http: Server;
let issuer: string;
/** The issuer's answers by path. */
let answers: Record<string, object>;

beforeEach(async () => {
  http = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    if (answer) response.end(JSON.stringify(answer));
    else if (request.url === '/keys') response.writeHead(500).end();
    else response.writeHead(302, { location: '/elsewhere' }).end();
  });
  issuer = `http://127.0.0.1:${await portOf(http)}`;
});
afterEach(() => http.closeAllConnections());

const METADATA = '/.well-known/openid-configuration';
const readable = new UnsecuredJWT({}).encode();
const verify = (token = readable) => idTokenVerifier(issuer)(token);

/** One whose signature has to be compared with a key. */
const signed = readable
  .replace(/^[^.]+/, Buffer.from('{"alg":"ES256","kid":"k"}').toString('base64url'))
  .concat('AA');

test.each(['', 'x', 'a.b.c', 'e30.e30'])('refuses %j without a request to the issuer', async (token) => {
  answers = {};
  expect(await verify(token)).toBeNull();
});

describe('metadata', () => {
  test.each([
    ['with another issuer', METADATA, { issuer: 'http://other.example' }],
    ['without an issuer', METADATA, {}],
    ['behind a redirect', '/elsewhere', null],
  ])('%s is refused', async (_title, path, named) => {
    answers = { [path]: { ...(named ?? { issuer }), jwks_uri: `${issuer}/keys` } };
    await expect(verify()).rejects.toThrow(ProviderFailure);
  });

  test.each(['', '/'])('with the issuer and %j at its end is accepted', async (end) => {
    answers = {
      [METADATA]: { issuer: `${issuer}${end}`, jwks_uri: `${issuer}/keys` },
      '/keys': { keys: [] },
    };
    expect(await verify()).toBeNull();
  });
});

test.each([
  ['answers 500', undefined],
  ['sends no key set', { key: 'none' }],
])('an issuer that %s for its keys is no reason to call the token bad', async (_title, keys) => {
  answers = { [METADATA]: { issuer, jwks_uri: `${issuer}/keys` }, ...(keys && { '/keys': keys }) };
  await expect(verify(signed)).rejects.toThrow(ProviderFailure);
});

test('keys at an address where nothing answers are no reason to call the token bad', async () => {
  answers = { [METADATA]: { issuer, jwks_uri: 'http://127.0.0.1:1/keys' } };
  await expect(verify(signed)).rejects.toThrow(ProviderFailure);
});

describe('an ID token (contract A2.5)', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const strangersKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const now = Math.floor(Date.now() / 1_000);
  const claims = (change: JWTPayload = {}) => ({
    ...{ iss: issuer, sub: '1', aud: 'web', iat: now, exp: now + 300 },
    ...change,
  });
  const sign = (change?: JWTPayload, key: Parameters<SignJWT['sign']>[0] = privateKey, alg = 'ES256') =>
    new SignJWT(claims(change)).setProtectedHeader({ alg, kid: 'k' }).sign(key);

  beforeEach(() => {
    answers = {
      [METADATA]: { issuer, jwks_uri: `${issuer}/keys` },
      '/keys': { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k' }] },
    };
  });

  test.each([
    ['in its time', {}],
    ['within a minute of clock skew', { exp: now - 30 }],
    ['issued by a clock half a minute ahead', { iat: now + 30 }],
  ])('%s is accepted', async (_title, change) => {
    expect(await verify(await sign(change))).toEqual({ claims: claims(change), algorithm: 'ES256' });
  });

  test.each([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['that has expired', { exp: now - 90 }],
    ['that is not yet valid', { nbf: now + 3_600 }],
    ['issued in the future', { iat: now + 3_600 }],
    ['without a time of issue', { iat: undefined }],
    ['without an end', { exp: undefined }],
    ['without a subject', { sub: undefined }],
    ['without an audience', { aud: undefined }],
  ])('%s is refused', async (_title, change) => {
    expect(await verify(await sign(change))).toBeNull();
  });

  test.each<[string, () => string | Promise<string>]>([
    ['that another key signed', () => sign({}, strangersKey)],
    ['signed with a shared secret', () => sign({}, Buffer.alloc(64, 'x'), 'HS256')],
    ['without a signature', () => new UnsecuredJWT(claims()).encode()],
  ])('%s is refused', async (_title, make) => {
    expect(await verify(await make())).toBeNull();
  });
});
