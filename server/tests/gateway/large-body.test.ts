import { request } from 'node:http';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { testKeys } from '@solostead/server-testkit/servers/keys';
import { expect, test, type TestServer } from '@solostead/server-testkit/fixtures';

/** More than the buffers of both ends take. */
const BYTES = 12 * 1024 * 1024;

test.for([
  [
    'that announces its length',
    '/rest/v1/notes',
    { 'content-length': String(BYTES), connection: 'keep-alive' },
  ],
  ['in chunks', '/auth/v1/signup', { 'transfer-encoding': 'chunked', connection: 'keep-alive' }],
  [
    'whose connection ends with it',
    '/functions/v1/hello',
    { 'content-length': String(BYTES), connection: 'close' },
  ],
] as const)(
  'a body that is too large, %s, can be sent whole to %s, and the client then reads why it is refused',
  async ([_title, path, framing], { server }) => {
    const [status, body] = await sendWhole(server, path, framing);
    expect(status).toBe(413);
    expect(JSON.stringify(body)).toMatch(/too large/i);
  },
);

test('a client that never stops sending is cut off', async ({ server }) => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {});
  const closed = new Promise((done) => socket.once('close', done));
  socket.resume();
  const head = `POST /rest/v1/notes HTTP/1.1\r\nHost: localhost\r\napikey: ${testKeys.publishable}\r\n`;
  socket.write(`${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  const write = (): void => {
    if (!socket.destroyed) socket.write(chunk, () => setImmediate(write));
  };
  write();
  await closed;
});

/** Sends all of `body`, and reads the answer only then, as clients do that write before they read. */
function sendWhole(
  server: TestServer,
  path: string,
  framing: Record<string, string>,
): Promise<[number | undefined, unknown]> {
  return new Promise((resolve, reject) => {
    const headers = { apikey: testKeys.publishable, 'content-type': 'application/json', ...framing };
    const sending = request(`${server.url}${path}`, { method: 'POST', agent: false, headers });
    const written = new Promise((done) => sending.once('finish', done));
    sending.once('error', reject);
    sending.once('response', async (response) => {
      await written;
      resolve([response.statusCode, await json(response)]);
    });
    sending.end(Buffer.alloc(BYTES, 'x'));
  });
}
