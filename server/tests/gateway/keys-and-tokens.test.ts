import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importJWK, type JWTPayload, SignJWT } from 'jose';
import { testKeys } from '../harness/servers/keys.ts';
import { sharedServer, startServer, type TestServer } from '../harness/servers/server.ts';
let server: TestServer;
let modern: TestServer;

beforeAll(async () => {
  [server, modern] = await Promise.all([startServer({ env: { JWT_SECRET: SECRET } }), sharedServer()]);
});
afterAll(async () => {
  await Promise.all([server?.stop(), modern?.stop()]);
});

describe('API keys', () => {
  test('a request without a key is refused as by Supabase', async () => {
    const response = await ask(server, {});
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ message: 'No API key found in request' });
  });

  test.each([
    ['nonsense', () => 'nonsense'],
    ["a user's token as a key", () => hs256({ role: 'service_role', sub: crypto.randomUUID() })],
  ])('%s is refused', async (_title, make) => {
    const response = await ask(server, { apikey: make() });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ message: 'Invalid API key' });
  });

  test('the publishable key has the rights of a visitor, who reads no note', async () => {
    const response = await ask(server, { apikey: server.publishableKey });
    expect([401, 403]).toContain(response.status);
    expect(await response.json()).toMatchObject({ code: '42501' });
  });

  test('the secret key can read, in the header or in the address', async () => {
    expect((await ask(server, { apikey: server.secretKey })).status).toBe(200);
    expect((await ask(server, {}, `&apikey=${server.secretKey}`)).status).toBe(200);
  });

  test('a key repeated as the bearer counts as no token', async () => {
    expect((await withToken(server, server.publishableKey)).status).not.toBe(200);
    const response = await ask(server, {
      apikey: server.secretKey,
      authorization: `Bearer ${server.secretKey}`,
    });
    expect(response.status).toBe(200);
  });

  test('legacy keys work only if their secret is set', async () => {
    const legacy = hs256({ role: 'service_role', iss: 'supabase' });
    expect((await ask(server, { apikey: legacy })).status).toBe(200);
    expect((await ask(modern, { apikey: legacy })).status).toBe(401);
  });
});

describe('functions without an API key, as on Supabase', () => {
  const invoke = (name: string, headers: Record<string, string> = {}) =>
    fetch(`${modern.url}/functions/v1/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'Ada' }),
    });

  test('a webhook calls a function that verifies no token', async () => {
    expect(await (await invoke('hello')).json()).toEqual({ greeting: 'Hello Ada' });
  });

  test('a function that verifies tokens accepts a token and refuses a request without one', async () => {
    const authorization = `Bearer ${await signed({ role: 'authenticated', exp: soon() })}`;
    expect((await invoke('guarded', { authorization })).status).toBe(200);
    const refused = await invoke('guarded');
    expect([refused.status, refused.headers.get('x-relay-error')]).toEqual([401, 'true']);
  });

  test('a wrong key is refused', async () => {
    expect((await invoke('hello', { apikey: 'nonsense' })).status).toBe(401);
  });
});

describe('a function that verifies tokens', () => {
  const invoke = (apikey: string, bearer = apikey) =>
    fetch(`${server.url}/functions/v1/guarded`, {
      method: 'POST',
      headers: { apikey, authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ name: 'Ada' }),
    });

  test('accepts a legacy key repeated as the bearer, which is a token', async () => {
    const response = await invoke(hs256({ role: 'anon', iss: 'supabase' }));
    expect(await response.json()).toEqual({ greeting: 'Hello Ada' });
  });

  test.each([
    ['the publishable key', testKeys.publishable],
    ['a legacy key of another project', hs256({ role: 'anon' }, 'another-secret-of-another-project')],
  ])('refuses %s', async (_title, bearer) => {
    const response = await invoke(testKeys.publishable, bearer);
    expect([response.status, response.headers.get('x-relay-error')]).toEqual([401, 'true']);
  });
});

describe('bearer tokens', () => {
  test('a valid token is accepted', async () => {
    expect((await withToken(server, await signed({ role: 'service_role', exp: soon() }))).status).toBe(200);
  });

  test('HS256 works only if the shared secret is set', async () => {
    const token = hs256({ role: 'service_role', exp: soon() });
    expect((await withToken(server, token)).status).toBe(200);
    expect((await withToken(modern, token)).status).toBe(401);
  });

  test.each<[string, () => string | Promise<string>]>([
    [
      'HS256 with the public key as its secret',
      () => hs256({ role: 'service_role' }, Buffer.from(key.x, 'base64url'), { kid: key.kid }),
    ],
    ['with changed claims', async () => tamper(await signed({ role: 'anon', exp: soon() }))],
  ])('%s is refused', async (_title, make) => {
    const response = await withToken(modern, await make());
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: expect.stringMatching(/^PGRST30/) });
  });

  test('a token without a role has the rights of an anonymous caller', async () => {
    const response = await withToken(modern, await signed({ exp: soon() }));
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: '42501' });
  });
});

function tamper(token: string): string {
  const [header, , signature] = token.split('.');
  return `${header}.${encode({ role: 'service_role', exp: soon() })}.${signature}`;
}

const SECRET = 'a-shared-secret-of-an-older-project-0123456789';
const [key] = testKeys.jwks;

const soon = () => Math.floor(Date.now() / 1000) + 60;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function signed(claims: JWTPayload, kid: string = key.kid): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(await importJWK({ ...key, key_ops: ['sign'] }, 'ES256'));
}

function hs256(claims: object, by: string | Buffer = SECRET, header: object = {}): string {
  const input = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode(claims)}`;
  return `${input}.${createHmac('sha256', by).update(input).digest('base64url')}`;
}

/**
 * Reads a table that no API role may read. The answer is 401 with PGRST30x for a bad token, and 42501 when the
 * request reached the permission check.
 */
const ask = (to: TestServer, headers: Record<string, string>, query = '') =>
  fetch(`${to.url}/rest/v1/notes?select=id${query}`, { headers });
const withToken = (to: TestServer, token: string) =>
  ask(to, { apikey: to.publishableKey, authorization: `Bearer ${token}` });
