import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, type TestServer, testStarting } from '../harness/fixtures.ts';

const test = testStarting();

test.concurrent.for([
  ['a head', 'GET / HTTP/1.1\r\nHost: localhost\r\n', 'a: b\r\n'],
  [
    'a body',
    'POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n',
    ' ',
  ],
] as const)(
  '%s that never ends is answered 408, and others are served in the meantime',
  { timeout: 90_000 },
  async ([what, head, more], { server }) => {
    const key = what === 'a body' ? `apikey: ${server.publishableKey}\r\n\r\n` : '';
    const slow = Promise.all(Array.from({ length: HOW_MANY }, () => trickle(server, head + key, more)));
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    for (const text of await slow)
      expect(text).toMatch(/^HTTP\/1\.1 408 .*"message":"The request did not arrive in time"\}$/s);
  },
);

test.concurrent('a connection that is opened in advance is closed without a response', async ({ server }) => {
  expect(await trickle(server, '', '')).toBe('');
}, 90_000);

const HOW_MANY = 100;

/** Sends `first` and then `more` each second until the server ends the connection. Returns the answer. */
async function trickle(server: TestServer, first: string, more: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(first);
  const timer = setInterval(() => socket.writable && socket.write(more), 1000);
  const text = (await buffer(socket).catch(() => Buffer.alloc(0))).toString('latin1');
  clearInterval(timer);
  return text;
}
