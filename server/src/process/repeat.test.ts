import { beforeEach, expect, test, vi } from 'vitest';
import { repeat } from './repeat.ts';

beforeEach(() => void vi.useFakeTimers());

const noReport = (error: unknown) => {
  throw error;
};

test('runs at once, at each interval, and not after its end', async () => {
  let turns = 0;
  const stop = repeat(1_000, async () => void (turns += 1), noReport);
  expect(turns).toBe(1);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(turns).toBe(3);
  await stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(turns).toBe(3);
});

test('does not start a run while one is busy', async () => {
  let begun = 0;
  let finish = () => {};
  const work = () => {
    begun += 1;
    return new Promise<void>((resolve) => (finish = resolve));
  };
  void repeat(1_000, work, noReport);
  await vi.advanceTimersByTimeAsync(3_500);
  expect(begun).toBe(1);
  finish();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun).toBe(2);
});

test('reports a failure and runs again at the next interval', async () => {
  const reported: unknown[] = [];
  let turns = 0;
  const work = async () => {
    turns += 1;
    if (turns === 1) throw new Error('the database is away');
  };
  const stop = repeat(1_000, work, (error) => reported.push(error));
  await vi.advanceTimersByTimeAsync(1_000);
  expect([turns, reported]).toEqual([2, [new Error('the database is away')]]);
  await stop();
});

test('waits at its end for the current run', async () => {
  const seen: string[] = [];
  let finish = () => {};
  const stop = repeat(1_000, () => new Promise<void>((resolve) => (finish = resolve)), noReport);
  const stopped = stop().then(() => seen.push('stopped'));
  await vi.advanceTimersByTimeAsync(10);
  seen.push('finished');
  finish();
  await stopped;
  expect(seen).toEqual(['finished', 'stopped']);
});
