import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { clientAddressFinder, normalizeForwarding } from './client-address.ts';

/** A request of a peer at `remoteAddress`, with its forwarding headers. */
const from = (remoteAddress: string | undefined, forwardedFor?: string) => ({
  socket: Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress }),
  headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
});

const proxies = ['10.0.0.0/8', '::1'];

test.each([
  ['a caller without a proxy', '192.0.2.7', undefined, '192.0.2.7'],
  ['a mapped address', '::ffff:192.0.2.7', undefined, '192.0.2.7'],
  ['a forged header', '192.0.2.7', '203.0.113.1', '192.0.2.7'],
  ['a proxy', '10.0.0.1', '203.0.113.1', '203.0.113.1'],
  ['two proxies', '::1', '203.0.113.1, 10.0.0.2', '203.0.113.1'],
  ['an address that the caller sent to the proxy', '10.0.0.1', '198.51.100.9, 203.0.113.1', '203.0.113.1'],
  ['a port', '10.0.0.1', '203.0.113.1:50123', '203.0.113.1'],
  ['proxies alone', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['a proxy without the header', '10.0.0.1', undefined, '10.0.0.1'],
  ['a proxy that names no address', '10.0.0.1', 'unknown', '10.0.0.1'],
  ['no address behind the second proxy', '10.0.0.1', 'unknown, 10.0.0.2', '10.0.0.2'],
  ['an address before what is none', '10.0.0.1', '203.0.113.1, _hidden', '10.0.0.1'],
  ['a connection that has ended', undefined, '203.0.113.1', '0.0.0.0'],
])('%s', (_what, peer, header, address) => {
  expect(clientAddressFinder(proxies)(from(peer, header))).toBe(address);
});

test('without trusted proxies no header counts', () => {
  expect(clientAddressFinder([])(from('10.0.0.1', '203.0.113.1'))).toBe('10.0.0.1');
});

/** Headers by which a client claims another address. */
const forged = {
  'x-forwarded-for': '203.0.113.1',
  'x-real-ip': '203.0.113.1',
  'cf-connecting-ip': '203.0.113.1',
  'true-client-ip': '203.0.113.1',
  forwarded: 'for=203.0.113.1',
};

test.each([
  ['192.0.2.7', forged, 'of a peer that is not in TRUSTED_PROXIES are ignored'],
  ['10.0.0.1', { 'x-forwarded-for': 'unknown, _hidden' }, 'forwards no address that can be read'],
  ['10.0.0.1', { 'x-forwarded-for': '203.0.113.1, unknown' }, null],
  ['192.0.2.7', {}, null],
])('a peer at %s with the headers %j is warned about once: %s', (peer, headers, warning) => {
  const warnings: string[] = [];
  const log = { warn: (_facts: object, words: string) => warnings.push(words) };
  const hook = normalizeForwarding(log as unknown as Parameters<typeof normalizeForwarding>[0], proxies);
  for (let time = 0; time < 2; time += 1) {
    const request = { ...from(peer), caller: { address: '192.0.2.7' }, headers: { ...headers } };
    Reflect.apply(hook, undefined, [request, null, () => {}]);
    expect(request.headers).toEqual({ 'x-forwarded-for': '192.0.2.7' });
  }
  expect(warnings).toEqual(warning === null ? [] : [expect.stringContaining(warning)]);
});
