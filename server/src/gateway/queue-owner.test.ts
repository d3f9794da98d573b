import { expect, it } from 'vitest';
import { queueOwner } from './queue-owner.ts';

const ownerOf = (address: string, role = 'anon') => queueOwner({ claims: { role }, address });

it('counts addresses of one IPv6 /64 as one caller, and those of one /48 as one network', () => {
  const [one, same, neighbour, other] = [
    ownerOf('2001:db8:1:2::1'),
    ownerOf('2001:db8:1:2:ffff::9'),
    ownerOf('2001:db8:1:3::1'),
    ownerOf('2001:db8:2:2::1'),
  ];
  expect(same).toEqual(one);
  expect(neighbour.caller).not.toBe(one.caller);
  expect(neighbour.network).toBe(one.network);
  expect(other.network).not.toBe(one.network);
});

it('counts requests with the secret key together', () => {
  expect(ownerOf('192.0.2.1', 'service_role')).toEqual(ownerOf('2001:db8::1', 'service_role'));
});
