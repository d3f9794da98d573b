import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerInTurn } from './answer-in-turn.ts';

const app = fastify();
const begun: string[] = [];
let running = 0;
let mostAtOnce = 0;
app.addHook('onRequest', answerInTurn());
app.get('/:name', async ({ url }) => {
  begun.push(url);
  running += 1;
  mostAtOnce = Math.max(mostAtOnce, running);
  await pause(5);
  running -= 1;
  return url;
});
/** More than the kernel's buffers take from a client that does not read. */
app.get('/large/:name', ({ url }) => {
  begun.push(url);
  return Buffer.alloc(40 * 1024 * 1024);
});

beforeAll(() => app.listen({ port: 0, host: '127.0.0.1' }));
afterAll(() => app.close());

/** Writes all requests at once on one connection. */
function pipeline(paths: readonly string[]) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`).join(''));
  return socket;
}

it('begins the requests of a connection one after the other and answers all', async () => {
  const paths = Array.from({ length: 20 }, (_, index) => `/${index}`);
  const socket = pipeline(paths);
  let answers = '';
  socket.on('data', (bytes) => (answers += bytes.toString()));
  await expect.poll(() => answers.match(/HTTP\/1\.1 200/g)?.length).toBe(20);
  expect(begun).toEqual(paths);
  expect(mostAtOnce).toBe(1);
  socket.destroy();
});

it('begins no second request while the client reads nothing', async () => {
  begun.length = 0;
  const socket = pipeline(['/large/1', '/large/2']);
  await once(socket, 'readable');
  await (await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/later`)).text();
  expect(begun).toEqual(['/large/1', '/later']);
  socket.destroy();
});

it('closes a connection with too many waiting requests', async () => {
  const socket = pipeline(Array.from({ length: 100 }, () => '/many')).resume();
  await once(socket, 'close');
});
