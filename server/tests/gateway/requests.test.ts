import { describe, expect, type TestServer, testPublic as test } from '@solostead/server-testkit/fixtures';
import { sendRaw } from '@solostead/server-testkit/network/raw-request';

describe('refusals in JSON', () => {
  test('a body over 64 KB, or 6 MB to a function, is 413', async ({ server }) => {
    const bodies = { '/rest/v1/notes': 66_000, '/auth/v1/token?grant_type=password': 66_000 };
    for (const [path, bytes] of Object.entries({ ...bodies, '/functions/v1/hello': 6_300_000 })) {
      const response = await api(server, path, {
        method: 'POST',
        body: JSON.stringify({ name: 'x'.repeat(bytes) }),
        headers: { 'content-type': 'application/json' },
      });
      expect([path, response.status]).toEqual([path, 413]);
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    }
  });

  test('a URL over 12,000 characters is 414', async ({ server }) => {
    const response = await api(server, `/rest/v1/notes?select=${'a,'.repeat(6500)}`);
    expect(response.status).toBe(414);
    expect(await response.json()).toEqual({
      code: 'PGRST100',
      message: 'The URL is longer than 12000 characters',
      details: null,
      hint: null,
    });
  });

  test('an unsupported method of a page is 405 with Allow', async ({ server }) => {
    const response = await api(server, '/', { method: 'POST' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await response.json()).toHaveProperty('message');
  });
});

describe('headers', () => {
  test('a preflight from any origin passes without a key', async ({ server }) => {
    for (const path of ['/rest/v1/notes', '/functions/v1/absent']) {
      const { status, headers } = await fetch(server.url + path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://elsewhere.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'apikey,content-type,prefer,x-client-info',
        },
      });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*']);
      expect(headers.get('access-control-allow-methods')).toMatch(/PATCH/);
      expect(headers.get('access-control-allow-headers')).toMatch(/apikey/);
    }
  });

  test('errors can be read from another origin, with the headers that clients read', async ({ server }) => {
    const response = await fetch(`${server.url}/rest/v1/notes`, {
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-expose-headers')).toMatch(
      /Content-Range.*X-Request-Id.*X-Supabase-Api-Version/i,
    );
  });
});

describe('operations', () => {
  test('health is open', async ({ server }) => {
    for (const path of ['live', 'open', 'ready'])
      expect((await fetch(`${server.url}/health/${path}`)).status).toBe(200);
  });

  test('metrics are for the secret key alone', async ({ server }) => {
    expect((await fetch(`${server.url}/metrics`)).status).toBe(401);
    expect((await api(server, '/metrics')).status).toBe(401);
    const response = await fetch(`${server.url}/metrics`, {
      headers: { authorization: `Bearer ${server.secretKey}` },
    });
    expect(response.status).toBe(200);
    const metrics = await response.text();
    expect(metrics).toMatch(/^solostead_database_up 1$/m);
    expect(metrics).toMatch(/^solostead_build_info\{version="[\d.]+",commit="\w+"\} 1$/m);
    // The names by which promtool recognises a counter.
    const named = [...metrics.matchAll(/^# TYPE (\w+_total) (\w+)$/gm)].map(([, , type]) => type);
    expect(new Set(named)).toEqual(new Set(['counter']));
  });

  test.for([
    '/%6detrics',
    '/metric%73',
    '/%6D%65trics?a=b',
    '//metrics',
    '/./metrics',
    '/a/../metrics',
    '/metrics/',
    '/metrics%2f',
    '/metrics#',
    '/metrics%23',
    '/metrics%3f',
    '/metrics;a',
    '/Metrics',
    '/%256detrics',
    '/%6detrics%zz',
    '/auth/v1/%61dmin/users',
    '/%61uth/v1/admin/users',
    '/auth//v1/admin/users',
    '/auth/v1/./admin/users',
    '/auth/v1%2fadmin/users',
    '/%72est/v1/notes',
    '/rest%2fv1/notes',
    '/functions/%761/hello',
    '/%68ealth/live',
  ])('%s is no other spelling of a path that a proxy may refuse', async (path, { server }) => {
    const head = `host: localhost\r\napikey: ${server.secretKey}\r\nconnection: close`;
    const { status, body } = await sendRaw(server.url, `GET ${path} HTTP/1.1\r\n${head}\r\n\r\n`);
    expect([status, body.includes('solostead_')]).toEqual([404, false]);
  });

  test('refused requests for metrics are not in the log, unlike others', async ({ server }) => {
    const ids = [];
    for (const path of ['/metrics', '/metrics?a', '/rest/v1/notes'])
      ids.push((await fetch(server.url + path)).headers.get('x-request-id'));
    const [first, second, last] = ids.map((id) => () => server.log.some(({ reqId }) => reqId === id));
    await expect.poll(last!).toBe(true);
    expect([first!(), second!()]).toEqual([false, false]);
  });

  test('the log has one line per request, without query, keys or persons', async ({ server }) => {
    const response = await api(server, '/rest/v1/notes?select=id&email=eq.someone%40sample.example', {
      headers: { authorization: 'Bearer a.b.c', 'user-agent': 'unmistakable-agent' },
    });
    const id = response.headers.get('x-request-id');
    await expect.poll(() => server.log.find((line) => line['reqId'] === id)).toBeDefined();
    expect(server.log.find((line) => line['reqId'] === id)).toMatchObject({
      method: 'GET',
      path: '/rest/v1/notes',
      status: 401,
    });
    const written = JSON.stringify(server.log);
    for (const secret of ['someone', server.publishableKey, 'a.b.c', 'unmistakable-agent', '127.0.0.1"']) {
      expect(written).not.toContain(secret);
    }
  });
});

const api = (server: TestServer, path: string, init: RequestInit = {}) =>
  fetch(`${server.url}${path}`, { ...init, headers: { apikey: server.publishableKey, ...init.headers } });
