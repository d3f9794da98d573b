import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { projectOf, serveFunctions } from './functions.sample.ts';

const MB = 1024 * 1024;
const source =
  'export default { fetch: async (request) => new Response(String((await request.bytes()).length), { headers: { "x-type": String(request.headers.get("content-type")) } }) }';

const supabaseDir = projectOf({ length: source });
let running: Awaited<ReturnType<typeof serveFunctions>>;
let sockets: Socket[] = [];
beforeAll(async () => {
  running = await serveFunctions(supabaseDir, ['length'], {});
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});
afterAll(async () => {
  await running.app.close();
  rmSync(supabaseDir, { recursive: true });
});

/** Sends the head of a request from a network, and returns its connection. */
async function begin(header: string, network = 0): Promise<Socket> {
  const { hostname, port } = new URL(running.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  const lines = [
    'POST /functions/v1/length HTTP/1.1',
    'host: x',
    `x-test-address: 10.0.${network}.1`,
    header,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return socket;
}

/** Resolves with the status and the body of an answer. */
async function answerTo(socket: Socket): Promise<string> {
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  return /^HTTP\/1\.1 (\d+)[^]*"code":"(\w+)"/.exec(String(bytes))!.slice(1).join(' ');
}

test.each([0, 1, 65_537, 6 * MB])('a body of %i bytes reaches a function', async (bytes) => {
  const response = await fetch(`${running.url}/length`, { method: 'POST', body: new Uint8Array(bytes) });
  expect(await response.text()).toBe(String(bytes));
});

test('a body without a declared length reaches a function, up to 6 MB', async () => {
  const post = (bytes: number) => {
    const body = new Blob([new Uint8Array(bytes)]).stream();
    return fetch(`${running.url}/length`, { method: 'POST', body, duplex: 'half' } as RequestInit);
  };
  expect(await (await post(6 * MB)).text()).toBe(String(6 * MB));
  expect((await post(6 * MB + 1)).status).toBe(413);
});

test.each(['', 'nonsense', 'text/plain; charset', 'application/json', 'multipart/form-data; boundary=x'])(
  'a body of the type %j reaches a function',
  async (type) => {
    const init = { method: 'POST', body: 'abc', headers: { 'content-type': type } };
    const response = await fetch(`${running.url}/length`, init);
    expect([await response.text(), response.headers.get('x-type')]).toEqual(['3', type]);
  },
);

test('a larger body is refused before it is sent', async () => {
  expect(await answerTo(await begin(`content-length: ${6 * MB + 1}`))).toBe('413 PAYLOAD_TOO_LARGE');
});

/** Resolves when a function still answers a caller of this network. */
const answers = (network: number) =>
  fetch(`${running.url}/length`, {
    method: 'POST',
    body: new Uint8Array(MB),
    headers: { 'x-test-address': `10.0.${network}.1` },
  }).then(({ status }) => status);

test('bodies that wait take a quarter of the memory for one network, until their clients leave', async () => {
  await begin(`content-length: ${6 * MB}`);
  await begin(`content-length: ${6 * MB}`);
  await expect.poll(async () => answerTo(await begin(`content-length: ${6 * MB}`))).toBe('503 BODIES_LIMIT');
  expect(await answers(1)).toBe(200);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => answers(0)).toBe(200);
});

test('bodies that wait take 64 MB of all networks, and more are refused', async () => {
  for (let network = 0; network < 10; network += 1) await begin(`content-length: ${6 * MB}`, network);
  await expect
    .poll(async () => answerTo(await begin(`content-length: ${6 * MB}`, 10)))
    .toBe('503 BODIES_LIMIT');
  expect(await answers(11)).toBe(200);
});
