import { expect, it } from 'vitest';
import type { Resolve } from './post-checked.ts';
import { targetMistake } from './target-mistake.ts';

const tests = { places: new Map(), ca: null };
const leadingTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const failing =
  (code: string): Resolve =>
  () =>
    Promise.reject(Object.assign(new Error(code), { code }));
const unasked: Resolve = () => Promise.reject(new Error('A name server was asked.'));

it.each<[string, Resolve, RegExp | null]>([
  ['https://hooks.example/a', leadingTo('93.184.216.34'), null],
  ['https://hooks.example/a', leadingTo('2a00:1450:4001::1', '93.184.216.34'), null],
  ['https://93.184.216.34/', unasked, null],
  ['https://hooks.example/a', leadingTo('10.0.0.7'), /open Internet/],
  ['https://hooks.example/a', leadingTo('93.184.216.34', '::1'), /open Internet/],
  ['https://hooks.example/a', leadingTo('169.254.169.254'), /open Internet/],
  ['https://hooks.example/a', leadingTo(), /open Internet/],
  ['https://127.0.0.1/x', unasked, /open Internet/],
  ['https://2130706433/x', unasked, /open Internet/],
  ['https://0x7f.1/x', unasked, /open Internet/],
  ['https://192.168.1.5/hook', unasked, /open Internet/],
  ['https://[::1]/x', unasked, /open Internet/],
  ['https://[fd00::1]/x', unasked, /open Internet/],
  ['https://[::ffff:7f00:1]/x', unasked, /open Internet/],
  ['https://localhost/x', unasked, /open Internet/],
  ['https://nothing.invalid/x', failing('ENOTFOUND'), /leads nowhere/],
  ['https://hooks.example/x', failing('ESERVFAIL'), /leads nowhere/],
  ['http://hooks.example/', unasked, /begins with https/],
  ['https://hooks.example:8443/', unasked, /begins with https/],
  ['https://user@hooks.example/', unasked, /begins with https/],
  ['hooks.example', unasked, /begins with https/],
  ['', unasked, /begins with https/],
])('%j, whose name leads to %s, is answered %s', async (url, resolve, expected) => {
  const mistake = await targetMistake(url, tests, true, resolve);
  if (expected) expect(mistake).toMatch(expected);
  else expect(mistake).toBeNull();
});

it.each([
  ['ENOTFOUND', true],
  ['ENODATA', true],
  ['ERR_NOT_IMPLEMENTED', false],
  ['ECONNREFUSED', false],
])('without a sure resolver %s refuses a name: %s', async (code, isRefused) => {
  const mistake = await targetMistake('https://hooks.example/', tests, false, failing(code));
  expect(mistake !== null).toBe(isRefused);
});
