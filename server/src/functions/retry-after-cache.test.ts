import { expect, test, vi } from 'vitest';
import type { ResponseMessage } from './message.ts';
import { RetryAfterCache } from './retry-after-cache.ts';

function refusal(headers: Record<string, string>, status = 429): ResponseMessage {
  return { status, headers: Object.entries(headers), length: 1, body: new Uint8Array([1]) };
}
const scoped = { 'retry-after': '60', 'x-limit-scope': 'address' };

test('answers a refused caller with the seconds that are left, until they are over', () => {
  vi.useFakeTimers();
  // The library takes a start at 0 for none.
  vi.advanceTimersByTime(1);
  const cache = new RetryAfterCache();
  cache.remember('a', refusal(scoped));
  expect(cache.find('b')).toBeNull();
  vi.advanceTimersByTime(20_000);
  expect(cache.find('a')).toEqual(refusal({ 'x-limit-scope': 'address', 'retry-after': '40' }));
  vi.advanceTimersByTime(40_000);
  expect(cache.find('a')).toBeNull();
});

test.each([
  ['another status', refusal(scoped, 200)],
  ['no scope', refusal({ 'retry-after': '60' })],
  ['another scope', refusal({ 'retry-after': '60', 'x-limit-scope': 'account' })],
  ['no time', refusal({ 'x-limit-scope': 'address' })],
  ['a time that is no number', refusal({ 'retry-after': 'Wed, 21 Oct 2026', 'x-limit-scope': 'address' })],
])('remembers nothing of an answer with %s', (_what, response) => {
  const cache = new RetryAfterCache();
  cache.remember('a', response);
  expect(cache.find('a')).toBeNull();
});

test('keeps the last ten thousand refusals', () => {
  const cache = new RetryAfterCache();
  for (let caller = 0; caller <= 10_000; caller += 1) cache.remember(String(caller), refusal(scoped));
  expect([cache.find('0'), cache.find('1')?.status, cache.find('10000')?.status]).toEqual([null, 429, 429]);
});
