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
