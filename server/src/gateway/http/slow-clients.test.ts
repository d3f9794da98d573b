import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
