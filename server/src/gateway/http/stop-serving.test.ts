import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { stopServing, untilNoClientConnects } from './stop-serving.ts';

const times = { keepAliveMs: 500, timeoutMs: 60_000 };

test.each([0, 10])('answers clients that connected before it stops, each turn busy for %i ms', async (ms) => {
  const server = await started();
  server.on('connection', () => {
    for (const until = performance.now() + ms; performance.now() < until;);
  });
  // They connect in the kernel while this thread is busy, and wait for it to accept them.
  const clients = Array.from({ length: 50 }, () => connected(server));
  const ended = stopServing(server, times);
  const answers = clients.map((client) => answerOn(client));
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']));
  await ended;
});

test('refuses new connections while it answers on those that clients keep', async () => {
  const server = await started();
  const client = connected(server);
  await once(client, 'connect');
  const ended = stopServing(server, times);
  const code = () => refusalOf(server);
  await expect.poll(code).toBe('ECONNREFUSED');
  expect(await answerOn(client)).toBe('HTTP/1.1 200 OK');
  await ended;
});

test('closes unused connections after the first time, and used ones after the second', async () => {
  const server = await started();
  const [idle, busy] = [connected(server), connected(server)];
  idle.write(head('/'));
  await once(idle, 'data');
  busy.write(head('/slow'));
  await once(server, 'request');
  const order: string[] = [];
  idle.on('close', () => order.push('idle'));
  busy.on('error', () => {}).on('close', () => order.push('busy'));
  await stopServing(server, { keepAliveMs: 1, timeoutMs: 500 });
  await expect.poll(() => order).toEqual(['idle', 'busy']);
});

test('does not wait longer for clients that connect all the time', async () => {
  const server = new EventEmitter();
  let hasEnded = false;
  void untilNoClientConnects(server).then(() => (hasEnded = true));
  while (!hasEnded) {
    server.emit('connection');
    await new Promise(setImmediate);
  }
  expect(server.listenerCount('connection')).toBe(0);
});

/** A server that ends connections as ours does while it stops, and never answers `/slow`. */
async function started() {
  const server = createServer((request, response) => {
    if (!server.listening) response.setHeader('connection', 'close');
    if (request.url !== '/slow') response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  addresses.set(server, (server.address() as AddressInfo).port);
  return server;
}

const addresses = new WeakMap<object, number>();
const connected = (server: object): Socket => connect(addresses.get(server)!, '127.0.0.1');
const head = (path: string) => `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n`;

/** Sends a request and returns the first line of the answer, or the error's code. */
async function answerOn(socket: Socket): Promise<string | undefined> {
  socket.write(head('/'));
  return once(socket.setEncoding('utf8'), 'data').then(([text]) => String(text).split('\r\n')[0], codeOf);
}

async function refusalOf(server: object): Promise<string | undefined> {
  const socket = connected(server);
  const code = await once(socket, 'connect').then(() => 'connected', codeOf);
  socket.destroy();
  return code;
}

const codeOf = (error: NodeJS.ErrnoException) => error.code;
