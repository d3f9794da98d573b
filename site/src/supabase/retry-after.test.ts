import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as retryAfter from './retry-after.ts';

it.each([
  [1, '1 second'],
  [45, '45 seconds'],
  [61, '61 seconds'],
  [89, '89 seconds'],
  [90, '2 minutes'],
  [95, '2 minutes'],
  [600, '10 minutes'],
  [5399, '90 minutes'],
  [5400, '2 hours'],
  [7000, '2 hours'],
])('shows a wait of %i seconds as %s', (seconds, words) => {
  expect(retryAfter.spellWait(seconds)).toBe(words);
});

describe('the time in a 429', () => {
  let { fetchNotingRetryAfter, secondsToWait } = retryAfter;
  const START = Date.parse('2026-11-22T12:00:00Z');
  const answer = async (status: number, headers: Record<string, string> = {}) => {
    vi.stubGlobal('fetch', async () => new Response('', { status, headers }));
    return fetchNotingRetryAfter('https://backend.example/');
  };
  beforeEach(async () => {
    vi.useFakeTimers({ now: START });
    vi.resetModules();
    ({ fetchNotingRetryAfter, secondsToWait } = await import('./retry-after.ts'));
  });

  it('is counted down to zero', async () => {
    expect((await answer(429, { 'Retry-After': '30' })).status).toBe(429);
    expect(secondsToWait()).toBe(30);
    vi.advanceTimersByTime(500);
    expect(secondsToWait()).toBe(30);
    vi.advanceTimersByTime(28_501);
    expect(secondsToWait()).toBe(1);
    vi.advanceTimersByTime(999);
    expect(secondsToWait()).toBeNull();
  });

  it('stays while other answers come', async () => {
    await answer(429, { 'Retry-After': '30' });
    await answer(200);
    await answer(500, { 'Retry-After': '5' });
    expect(secondsToWait()).toBe(30);
  });

  it.each([[{}], [{ 'Retry-After': '0' }], [{ 'Retry-After': '-3' }], [{ 'Retry-After': 'tomorrow' }]])(
    'is cleared by a 429 without a time: %j',
    async (headers: Record<string, string>) => {
      await answer(429, { 'Retry-After': '30' });
      await answer(429, headers);
      expect(secondsToWait()).toBeNull();
    },
  );
});
