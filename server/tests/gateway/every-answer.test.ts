import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { testKeys } from '@solostead/server-testkit/servers/keys';
import { type RawAnswer, sendRaw } from '@solostead/server-testkit/network/raw-request';
import { describe, expect, testPublic as test } from '@solostead/server-testkit/fixtures';

const head = `Host: example.org\r\nConnection: close\r\napikey: ${testKeys.publishable}\r\n`;
const call = `POST /functions/v1/hello HTTP/1.1\r\n${head}Content-Length: 2\r\n`;

test('a client that disconnects while it sends causes no server error', async ({ server }) => {
  const heard = server.log.length;
  for (const path of ['/auth/v1/signup', API, '/functions/v1/hello']) {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(
      `POST ${path} HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{`,
    );
    await new Promise((resolve) => socket.write('"', resolve));
    socket.destroy();
  }
  const { headers } = await sendRaw(server.url, `GET /health/live HTTP/1.1\r\n${head}\r\n`);
  const { headers: later } = await sendRaw(server.url, `GET /auth/v1/nothing HTTP/1.1\r\n${head}\r\n`);
  expect(headers.get('x-request-id')).not.toBeNull();
  await expect.poll(() => server.log.some(({ reqId }) => reqId === later.get('x-request-id'))).toBe(true);
  expect(server.log.slice(heard).filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test('a connection that is reset after no HTTP leaves the server running', async ({ server }) => {
  const requests = [`CONNECT example.org:443 HTTP/1.1\r\n${head}\r\n`, 'SSH-2.0-OpenSSH_9.2\r\n\r\n'];
  for (const request of requests)
    for (const waitMs of [0, 1, 20]) {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.on('error', () => {});
      await new Promise((resolve) => socket.write(request, resolve));
      await pause(waitMs);
      socket.resetAndDestroy();
    }
  // Each of them is over by then: a refused connection is kept for a second.
  await pause(1500);
  expect(server.exitCode()).toBeNull();
  expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
});

describe('answers without a service have all headers', () => {
  test.for<readonly [what: string, request: string, status: number]>([
    ['bytes that are no text', `POST /%ff HTTP/1.1\r\n${head}\r\n`, 405],
    ['half a character', `GET /rest/v1/%E0%A4%A HTTP/1.1\r\n${head}\r\n`, 404],
    ['half a character for auth', `GET /auth/v1/%E0%A4%A HTTP/1.1\r\n${head}\r\n`, 404],
    ['a percent sign for functions', `POST /functions/v1/% HTTP/1.1\r\n${head}\r\n`, 404],
    ['a URL too long for the data API', `GET ${API}?select=${long} HTTP/1.1\r\n${head}\r\n`, 414],
    ['a URL too long for auth', `GET /auth/v1/user?x=${long} HTTP/1.1\r\n${head}\r\n`, 414],
    [
      'a part of a path that is too long',
      `DELETE /auth/v1/factors/${'x'.repeat(300)} HTTP/1.1\r\n${head}\r\n`,
      401,
    ],
    ['two hosts', `GET ${API} HTTP/1.1\r\n${head}Host: elsewhere.example\r\n\r\n`, 400],
    ['the same host twice', `GET ${API} HTTP/1.1\r\n${head}host: example.org\r\n\r\n`, 400],
    ['a method that no service supports', `PROPFIND /functions/v1/x/y HTTP/1.1\r\n${head}\r\n`, 404],
    ['a path that is no service', `GET /auth/v1 HTTP/1.1\r\n${head}\r\n`, 404],
    ['no host', `GET ${API} HTTP/1.1\r\nConnection: close\r\n\r\n`, 400],
    ['a header without a colon', `GET ${API} HTTP/1.1\r\n${head}nonsense\r\n\r\n`, 400],
    ['a name with a space', `GET ${API} HTTP/1.1\r\n${head}a b: c\r\n\r\n`, 400],
    ['a NUL in a header', `GET ${API} HTTP/1.1\r\n${head}a: b\0c\r\n\r\n`, 400],
    ['headers over 16 KB', `GET ${API} HTTP/1.1\r\n${head}a: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
    ['a method that HTTP does not define', `HACK ${API} HTTP/1.1\r\n${head}\r\n`, 400],
    ['a method that no path supports', `TRACE / HTTP/1.1\r\n${head}\r\n`, 405],
    ['a method for files', `PROPFIND / HTTP/1.1\r\n${head}\r\n`, 405],
    ['a question about the whole server', `OPTIONS * HTTP/1.1\r\n${head}\r\n`, 405],
    ['a wish for a tunnel', `CONNECT example.org:443 HTTP/1.1\r\n${head}\r\n`, 405],
    ['a version of HTTP to come', `GET / HTTP/3.0\r\n${head}\r\n`, 400],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n\r\n', 400],
    ['a beginning of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ])('%s', async ([_what, request, status], { server }) => {
    const answer = await sendRaw(server.url, request);
    expect(answer.status).toBe(status);
    expectHeaders(answer);
    expectSentence(answer);
    if (/ \/(rest|auth|functions)\//.test(request)) expect(crossOrigin(answer)).toBe('*');
  });

  test.for<readonly [what: string, request: string, status: number]>([
    ['HTTP/1.0 without a host', 'GET /health/live HTTP/1.0\r\n\r\n', 200],
    ['a full URL instead of a path', `GET http://example.org/health/live HTTP/1.1\r\n${head}\r\n`, 200],
    [
      'an upgrade to another protocol',
      `GET /health/live HTTP/1.1\r\nHost: example.org\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
      200,
    ],
    ['a Host that is no host', `${call.replace('example.org', 'a b"<>')}\r\n{}`, 200],
    ['an unknown content type', `${call}Content-Type: x/y\r\n\r\n{}`, 200],
    ['a broken content type', `${call}Content-Type: ;;;\r\n\r\n{}`, 200],
    ['high bytes in a header', `${call}x-sample: \xff\xfe\r\n\r\n{}`, 200],
    ['an unknown expectation', `GET /health/live HTTP/1.1\r\n${head}Expect: wonders\r\n\r\n`, 200],
  ])('%s is served', async ([_what, request, status], { server }) => {
    const answer = await sendRaw(server.url, request);
    expect(answer.status).toBe(status);
    expectHeaders(answer);
  });

  test('the data API reports an invalid path in its own format', async ({ server }) => {
    const { body } = await sendRaw(server.url, `GET /rest/v1/%E0%A4%A HTTP/1.1\r\n${head}\r\n`);
    expect(JSON.parse(body)).toMatchObject({
      code: 'PGRST125',
      message: 'Invalid path specified in request URL',
    });
  });

  test('a page reports an invalid path with 404', async ({ server }) => {
    const { status, headers, body } = await sendRaw(server.url, `GET /%ff HTTP/1.1\r\n${head}\r\n`);
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(body).toMatch(/^<!doctype html>/i);
  });

  test.for([
    '/auth/v1/user',
    '/auth/v1/nothing',
    '/auth/v1/verify?type=signup&token=x',
    '/auth/v1/callback?state=x',
    '/auth/v1/settings',
    '/auth/v1/admin/users',
    '/rest/v1/notes',
    '/rest/v1/rpc/touch_note',
    '/rest/v1/',
    '/functions/v1/nothing',
    '/metrics',
    '/health/live',
    '/nothing',
  ])('the response of %s may not be cached', async (path, { server }) => {
    for (const key of [testKeys.publishable, testKeys.secret, 'wrong']) {
      const { headers } = await fetch(`${server.url}${path}`, {
        headers: { apikey: key },
        redirect: 'manual',
      });
      expect([key, headers.get('cache-control')]).toEqual([key, 'no-store']);
    }
  });
});

const API = '/rest/v1/notes';
const long = 'x'.repeat(12_001);

/** Checks the headers of every answer, whether a service, the router or the HTTP parser gives it. */
function expectHeaders({ headers }: RawAnswer): void {
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-request-id': expect.stringMatching(/^[\da-f]{8}-[\da-f-]{27}$/),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'strict-transport-security': 'max-age=31536000',
  });
}

/** One short sentence for people and no trace of the program. */
function expectSentence({ headers, body }: RawAnswer): void {
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  const { message, msg = message } = JSON.parse(body);
  expect(msg).toMatch(/^.{5,100}$/);
  expect(body).not.toMatch(/\n\s+at |node_modules|\.ts/);
}

const crossOrigin = ({ headers }: RawAnswer) => headers.get('access-control-allow-origin');
