import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { isWithin, networkOf, ownUrl, plainAddress, widerNetworkOf } from './network.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  [' 192.0.2.7:50123 ', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:808:808', '8.8.8.8'],
  ['[::ffff:808:808]:443', '8.8.8.8'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:0DB8:0000::0001', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:80', 'fe80::1'],
])('the address %j is %s', (text, address) => {
  expect(plainAddress(text)).toBe(address);
});

test.each([
  ...['unknown', '_hidden1', '', 'example.org', '1.2.3', '0x7f.0.0.1', '010.0.0.1', '1.2.3.4:x', '1.2.3.4.5'],
  ':'.repeat(101),
  ...['256.1.1.1', '1.2.3.4/8', '[1.2.3.4]', '2001:db8::1::2', ':', '%eth0', '[]', '::1]', 'for=1.2.3.4'],
])('%j is no address', (text) => {
  expect(plainAddress(text)).toBeNull();
});

test.each([
  ['192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::9', '2001:db8::/64', '2001:db8::/48'],
  ['::1', '::/64', '::/48'],
  ['fe80::1%eth0', 'fe80::/64', 'fe80::/48'],
])('a caller at %s is counted as %s and within %s', (address, narrow, wide) => {
  expect(networkOf(address)).toBe(narrow);
  expect(widerNetworkOf(address)).toBe(wide);
  expect(widerNetworkOf(narrow)).toBe(wide);
});

test.each([
  ['10.1.2.3', ['192.0.2.1', '10.0.0.0/8'], true],
  ['11.1.2.3', ['192.0.2.1', '10.0.0.0/8'], false],
  ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
  ['10.1.2.3', ['::ffff:10.0.0.0/104'], true],
  ['10.1.2.3', ['::ffff:10.1.2.3'], true],
  ['::1', ['127.0.0.1', '::1'], true],
  ['2001:db8::5', ['2001:db8::/32'], true],
  ['2001:db9::5', ['2001:db8::/32'], false],
  ['10.1.2.3', ['::/0'], false],
  ['unknown', ['0.0.0.0/0', '::/0'], false],
])('%s within %j: %s', (address, networks, answer) => {
  expect(isWithin(address, networks)).toBe(answer);
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:'],
  ['0.0.0.0', 'http://127.0.0.1:'],
])('a server that listens at %s reaches itself at %s', async (host, url) => {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  expect(ownUrl(server)).toMatch(new RegExp(`^${url.replaceAll('.', '\\.')}\\d+$`));
  server.close();
  expect(() => ownUrl(server)).toThrow('The server does not listen yet.');
});
