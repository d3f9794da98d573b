import { expect, test } from 'vitest';
import { isLoopback, isLoopbackAddress } from './loopback.rules.ts';

test.each([
  ['127.0.0.1', true, true],
  ['127.255.255.254', true, true],
  ['[::1]', true, true],
  ['localhost', false, true],
  ['app.localhost', false, true],
  ['.localhost', false, false],
  ['', false, false],
  ['::1', false, false],
  ['126.0.0.1', false, false],
  ['128.0.0.1', false, false],
  ['0.0.0.0', false, false],
  ['127.0.0.1.example.org', false, false],
  ['example.org.127.0.0.1', false, false],
  ['localhost.example.org', false, false],
  ['notlocalhost', false, false],
  ['192.168.0.1', false, false],
])('%j is a loopback address: %s, or localhost: %s', (hostname, isAddress, isOurs) => {
  expect(isLoopbackAddress(hostname)).toBe(isAddress);
  expect(isLoopback(hostname)).toBe(isOurs);
});
