import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterEach(() => {
  http.closeAllConnections();
  http.close();
});

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
