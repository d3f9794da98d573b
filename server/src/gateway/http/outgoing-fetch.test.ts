import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lookupUntil, outgoingFetch } from './outgoing-fetch.ts';

const received: string[] = [];
const service = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    received.push(`${request.method} ${request.headers['content-type']} ${body}`);
    if (request.url === '/moved') response.writeHead(302, { location: '/' }).end();
    else if (request.url === '/empty') response.writeHead(204).end();
    else if (request.url === '/silent') response.writeHead(200).flushHeaders();
    else response.setHeader('x-served', 'yes').end('{"a":1}');
  });
});
let url: string;
beforeAll(async () => {
  await once(service.listen(0, '127.0.0.1'), 'listening');
  url = `http://localhost:${(service.address() as AddressInfo).port}`;
});
afterAll(() => service.closeAllConnections());
afterAll(() => void service.close());

test('sends a form and returns the answer, as fetch does', async () => {
  const answer = await outgoingFetch(url, { method: 'POST', body: new URLSearchParams({ a: 'b c' }) });
  expect([answer.status, answer.ok, answer.headers.get('x-served')]).toEqual([200, true, 'yes']);
  expect(await answer.json()).toEqual({ a: 1 });
  expect(received.at(-1)).toBe('POST application/x-www-form-urlencoded;charset=UTF-8 a=b+c');
  expect((await outgoingFetch(`${url}/empty`)).status).toBe(204);
});

test('follows no redirect, and returns it if asked for it', async () => {
  await expect(outgoingFetch(`${url}/moved`)).rejects.toThrow('redirects are not followed');
  expect((await outgoingFetch(`${url}/moved`, { redirect: 'manual' })).status).toBe(302);
});

test('ends with its signal, also while the body arrives', async () => {
  const answer = await outgoingFetch(`${url}/silent`, { signal: AbortSignal.timeout(200) });
  await expect(answer.text()).rejects.toThrow();
  await expect(outgoingFetch(url, { signal: AbortSignal.abort() })).rejects.toThrow();
});

test('ends with its signal after the garbage was collected', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const answer = await outgoingFetch(`${url}/silent`, { signal: AbortSignal.timeout(500) });
  collect();
  await expect(answer.text()).rejects.toThrow();
});

test('rejects if nothing listens', async () => {
  await expect(outgoingFetch('http://127.0.0.1:9')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('gives up a name whose server is silent when its signal aborts, or after two tries', async () => {
  const silent = createSocket('udp4').bind(0, '127.0.0.1');
  await once(silent, 'listening');
  const servers = [`127.0.0.1:${silent.address().port}`];
  const reason = (signal: AbortSignal) =>
    new Promise((resolve) => {
      lookupUntil(signal, servers)('silent.sample.example', { all: true }, (error) => resolve(error?.code));
    });
  const requested = once(silent, 'message');
  const ending = new AbortController();
  const cancelled = reason(ending.signal);
  await requested;
  ending.abort();
  expect(await cancelled).toBe('ECANCELLED');
  expect(await reason(new AbortController().signal)).toBe('ETIMEOUT');
  silent.close();
});
