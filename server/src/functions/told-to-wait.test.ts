import { expect, test, vi } from 'vitest';
import type { ResponseMessage } from './message.ts';
import { ToldToWait } from './told-to-wait.ts';

function refusal(headers: Record<string, string>, status = 429): ResponseMessage {
  return { status, headers: Object.entries(headers), body: new Uint8Array([1]) };
}
const scoped = { 'retry-after': '60', 'x-limit-scope': 'address' };

test('answers whom a function told to wait, with the seconds that are left, and no longer than that', () => {
  vi.useFakeTimers();
  try {
    const told = new ToldToWait();
    told.hear('a', refusal(scoped));
    expect(told.answerTo('b')).toBeNull();
    vi.advanceTimersByTime(20_000);
    expect(told.answerTo('a')).toEqual(refusal({ 'x-limit-scope': 'address', 'retry-after': '40' }));
    vi.advanceTimersByTime(40_000);
    expect(told.answerTo('a')).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ['another status', refusal(scoped, 200)],
  ['no scope', refusal({ 'retry-after': '60' })],
  ['another scope', refusal({ 'retry-after': '60', 'x-limit-scope': 'account' })],
  ['no time', refusal({ 'x-limit-scope': 'address' })],
  ['a time that is no number', refusal({ 'retry-after': 'Wed, 21 Oct 2026', 'x-limit-scope': 'address' })],
])('remembers nothing of an answer with %s', (_what, response) => {
  const told = new ToldToWait();
  told.hear('a', response);
  expect(told.answerTo('a')).toBeNull();
});

test('remembers the ten thousand told last', () => {
  const told = new ToldToWait();
  for (let caller = 0; caller <= 10_000; caller += 1) told.hear(String(caller), refusal(scoped));
  expect([told.answerTo('0'), told.answerTo('1')?.status, told.answerTo('10000')?.status]).toEqual([
    null,
    429,
    429,
  ]);
});
