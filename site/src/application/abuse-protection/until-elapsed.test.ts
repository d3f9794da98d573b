import { expect, it } from 'vitest';
import { untilElapsed } from './until-elapsed.ts';

/** A fake clock that only advances while someone waits, and rings early by this many milliseconds, once. */
const clockRinging = (early: number) => {
  let time = 100.75;
  let left = early;
  return {
    now: () => time,
    wait: (milliseconds: number) => {
      time += milliseconds - left;
      left = 0;
      return Promise.resolve();
    },
  };
};

it('waits the whole time, even if a timer fires a millisecond early', async () => {
  const clock = clockRinging(0.9);
  const start = clock.now();
  expect(await untilElapsed(2000, () => start, clock)).toBeGreaterThanOrEqual(2000);
});

it('does not wait when the time has passed', async () => {
  const clock = clockRinging(0);
  expect(await untilElapsed(2000, () => clock.now() - 2345, clock)).toBe(2345);
});

it('starts again when the time changes', async () => {
  const clock = clockRinging(0);
  const start = clock.now();
  const since = () => (clock.now() > start + 1000 ? start + 1500 : start);
  expect(await untilElapsed(2000, since, clock)).toBeGreaterThanOrEqual(2000);
  expect(clock.now()).toBe(start + 3500);
});
