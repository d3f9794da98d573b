import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fastify } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../../configuration/config.ts';
import { createServer } from '../create-server.ts';
import { endUnread } from './slow-clients.ts';

/** More than the kernel's buffers take from a client that does not read. */
const BYTES = 40 * 1024 * 1024;

const app = fastify();
/** Statuses of answers by the time their connection was closed, `false` where the client has not taken all. */
const ended: boolean[] = [];
app.addHook('onSend', endUnread(1_000));
app.addHook('onRequest', (_request, { raw }, done) => {
  raw.once('close', () => ended.push(raw.writableFinished));
  done();
});
app.get('/large', () => Buffer.alloc(BYTES));
app.get('/late', async () => {
  await pause(1_500);
  return 'late';
});

beforeAll(() => app.listen({ port: 0, host: '127.0.0.1' }));
afterAll(() => app.close());

const port = () => (app.server.address() as AddressInfo).port;

it('closes the connection of a client that reads nothing', async () => {
  const socket = connect(port(), '127.0.0.1').on('error', () => {});
  socket.write('GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await once(socket, 'readable');
  await expect.poll(() => ended).toEqual([false]);
  socket.destroy();
});

it('keeps the connection of a client that reads, and of a response that is not finished', async () => {
  const origin = `http://127.0.0.1:${port()}`;
  expect((await (await fetch(`${origin}/large`)).arrayBuffer()).byteLength).toBe(BYTES);
  expect(await (await fetch(`${origin}/late`)).text()).toBe('late');
});

describe('the server', () => {
  const config = { trustedProxies: [] as string[], apiUrl: 'http://127.0.0.1' } as unknown as Config;
  const gateway = createServer(config, pino({ enabled: false }), () => false);
  const answerTimeouts: unknown[] = [];
  gateway.addHook('onSend', (_request, { raw }, payload, done) => {
    answerTimeouts.push(raw.socket?.timeout);
    done(null, payload);
  });
  gateway.get('/', () => 'served');
  gateway.post('/', () => 'served');
  const timeouts = () => [gateway.server.headersTimeout, gateway.server.requestTimeout];

  beforeAll(() => gateway.listen({ port: 0, host: '127.0.0.1' }));
  afterAll(() => gateway.close());

  /** Sends `first` and then `more` ten times a second until the server ends the connection. Returns the answer. */
  async function trickle(first: string, more: string): Promise<string> {
    const socket = connect((gateway.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(first);
    const timer = setInterval(() => socket.writable && socket.write(more), 100);
    const text = (await buffer(socket).catch(() => Buffer.alloc(0))).toString('latin1');
    clearInterval(timer);
    return text;
  }

  it('gives every answer 30 seconds in which its client must take some of it', async () => {
    const { port: at } = gateway.server.address() as AddressInfo;
    expect(await (await fetch(`http://127.0.0.1:${at}/`)).text()).toBe('served');
    expect(answerTimeouts).toEqual([30_000]);
  });

  it('answers 408 after 15 s for a head or 30 s for a request, and still serves others', async () => {
    expect(timeouts()).toEqual([15_000, 30_000]);
    Object.assign(gateway.server, { headersTimeout: 500, requestTimeout: 1_000 });
    const head = 'Host: localhost\r\nContent-Type: application/json\r\n';
    const slow = Array.from({ length: 100 }, (_, number) =>
      number % 2 === 0
        ? trickle(`GET / HTTP/1.1\r\n${head}`, 'a: b\r\n')
        : trickle(`POST / HTTP/1.1\r\n${head}Content-Length: 5000\r\n\r\n`, ' '),
    );
    const opened = trickle('', '');
    expect((await gateway.inject('/')).body).toBe('served');
    for (const text of await Promise.all(slow))
      expect(text).toMatch(/^HTTP\/1\.1 408 .*"message":"The request did not arrive in time"\}$/s);
    // A connection that was opened in advance is closed without a response.
    expect(await opened).toBe('');
  });
});
