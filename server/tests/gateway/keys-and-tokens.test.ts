import { signToken } from '@solostead/server-testkit/identity/token';
import { testKeys } from '@solostead/server-testkit/servers/keys';
import { describe, expect, test, type TestServer } from '@solostead/server-testkit/fixtures';

describe('API keys', () => {
  test('a request without a key is refused as by Supabase', async ({ server }) => {
    const response = await ask(server, {});
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ message: 'No API key found in request' });
  });

  test.for([
    ['nonsense', 'nonsense'],
    ["a user's token as a key", signToken({ sub: crypto.randomUUID() })],
  ] as const)('%s is refused', async ([_title, apikey], { server }) => {
    const response = await ask(server, { apikey });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ message: 'Invalid API key' });
  });

  test('the publishable key has the rights of a visitor, who reads no note', async ({ server }) => {
    const response = await ask(server, { apikey: server.publishableKey });
    expect([401, 403]).toContain(response.status);
    expect(await response.json()).toMatchObject({ code: '42501' });
  });

  test('the secret key can read, in the header or in the address', async ({ server }) => {
    expect((await ask(server, { apikey: server.secretKey })).status).toBe(200);
    expect((await ask(server, {}, `&apikey=${server.secretKey}`)).status).toBe(200);
  });

  test('a key repeated as the bearer counts as no token', async ({ server }) => {
    expect((await withToken(server, server.publishableKey)).status).not.toBe(200);
    const response = await ask(server, {
      apikey: server.secretKey,
      authorization: `Bearer ${server.secretKey}`,
    });
    expect(response.status).toBe(200);
  });
});

describe('functions without an API key, as on Supabase', () => {
  const invoke = (server: TestServer, name: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/functions/v1/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'Ada' }),
    });

  test('a webhook calls a function that verifies no token', async ({ server }) => {
    expect(await (await invoke(server, 'hello')).json()).toEqual({ greeting: 'Hello Ada' });
  });

  test('a function that verifies tokens refuses a request without a valid one', async ({ server }) => {
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    expect((await invoke(server, 'guarded', bearer(signToken({})))).status).toBe(200);
    for (const headers of [{}, bearer(testKeys.publishable)]) {
      const refused = await invoke(server, 'guarded', headers);
      expect([refused.status, refused.headers.get('x-relay-error')]).toEqual([401, 'true']);
    }
  });

  test('a wrong key is refused by a function that verifies tokens alone', async ({ server }) => {
    const bearer = { authorization: `Bearer ${signToken({})}` };
    expect((await invoke(server, 'hello', { apikey: 'nonsense' })).status).toBe(200);
    expect((await invoke(server, 'guarded', { ...bearer, apikey: 'nonsense' })).status).toBe(401);
  });
});

// verify-token.test.ts has the tokens that are refused.
test('a valid bearer token is accepted', async ({ server }) => {
  expect((await withToken(server, signToken({ role: 'service_role' }))).status).toBe(200);
});

/**
 * Reads a table that no API role may read. The answer is 401 with PGRST30x for a bad token, and 42501 when the
 * request reached the permission check.
 */
const ask = (to: TestServer, headers: Record<string, string>, query = '') =>
  fetch(`${to.url}/rest/v1/notes?select=id${query}`, { headers });
const withToken = (to: TestServer, token: string) =>
  ask(to, { apikey: to.publishableKey, authorization: `Bearer ${token}` });
