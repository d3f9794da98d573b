import { expect, it, vi } from 'vitest';
import { untilElapsed } from './until-elapsed.ts';

/** Puts a clock in place of the browser's that only advances while someone waits, and rings early by this many milliseconds, once. */
function stubClock(early: number): () => number {
  let time = 100.75;
  let left = early;
  const now = () => time;
  vi.stubGlobal('performance', { now });
  vi.stubGlobal('setTimeout', (ring: () => void, milliseconds: number) => {
    time += milliseconds - left;
    left = 0;
    ring();
  });
  return now;
}

it('waits the whole time, even if a timer fires a millisecond early', async () => {
  const now = stubClock(0.9);
  const start = now();
  await untilElapsed(2000, () => start);
  expect(now() - start).toBeGreaterThanOrEqual(2000);
});

it('does not wait when the time has passed', async () => {
  const now = stubClock(0);
  await untilElapsed(2000, () => -2000);
  expect(now()).toBe(100.75);
});

it('starts again when the time changes', async () => {
  const now = stubClock(0);
  const start = now();
  await untilElapsed(2000, () => (now() > start + 1000 ? start + 1500 : start));
  expect(now()).toBe(start + 3500);
});
