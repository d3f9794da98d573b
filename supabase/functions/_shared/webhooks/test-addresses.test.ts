import { expect, test } from 'vitest';
import { parseTestAddresses } from './test-addresses.ts';

test('names lead to ports on this machine', () => {
  expect([...parseTestAddresses('Hooks.example=127.0.0.1:4433, six.example=[::1]:4434')!]).toEqual([
    ['hooks.example', { address: '127.0.0.1', family: 4, port: 4433 }],
    ['six.example', { address: '::1', family: 6, port: 4434 }],
  ]);
  expect(parseTestAddresses('')).toEqual(new Map());
});

test.each([
  'hooks.example=10.0.0.1:443',
  'hooks.example=169.254.169.254:80',
  'hooks.example=[::ffff:127.0.0.1]:443',
  'hooks.example=127.0.0.1',
  'hooks.example=127.0.0.1:99999',
  '127.0.0.1:4433',
  'hooks.example=localhost:4433',
  'nonsense',
])('%s is refused', (text) => {
  expect(parseTestAddresses(text)).toBeNull();
});
