import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ProviderFailure } from './external-provider.ts';
import { idTokenVerifier } from './id-token-verifier.ts';

let http: Server;
let issuer: string;
/** What the issuer's discovery document answers. */
let document: (url: string) => { status: number; headers?: Record<string, string>; body?: object };

beforeEach(async () => {
  http = createServer((request, response) => {
    const { status, headers, body } = request.url?.startsWith('/.well-known/')
      ? document(issuer)
      : { status: 200, headers: {}, body: { keys: [] } };
    response.writeHead(status, headers).end(JSON.stringify(body ?? {}));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterEach(() => {
  http.closeAllConnections();
  http.close();
});

describe('an issuer whose discovery document', () => {
  test('is metadata that names another issuer is not believed', async () => {
    document = (url) => ({ status: 200, body: { issuer: `${url}/other`, jwks_uri: `${url}/keys` } });
    await expect(idTokenVerifier(issuer)('a.b.c')).rejects.toThrow(ProviderFailure);
  });

  test('names no issuer is not believed', async () => {
    document = (url) => ({ status: 200, body: { jwks_uri: `${url}/keys` } });
    await expect(idTokenVerifier(issuer)('a.b.c')).rejects.toThrow(ProviderFailure);
  });

  test('lies behind a redirect is not followed there', async () => {
    document = () => ({ status: 302, headers: { location: `${issuer}/elsewhere` } });
    await expect(idTokenVerifier(issuer)('a.b.c')).rejects.toThrow(ProviderFailure);
  });

  test.each(['', '/'])('names it, with %j at the end, is believed', async (end) => {
    document = (url) => ({ status: 200, body: { issuer: `${url}${end}`, jwks_uri: `${url}/keys` } });
    expect(await idTokenVerifier(issuer)('a.b.c')).toBeNull();
  });
});
