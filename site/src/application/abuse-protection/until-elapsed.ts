/** A clock in milliseconds, and a way to wait on it. */
export interface Clock {
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
}

export const browserClock: Clock = {
  now: () => performance.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/**
 * Waits until at least this many milliseconds have passed since a moment that may move, and returns the elapsed time.
 * A browser's timer drops the fraction and may ring a millisecond early, hence the loop.
 */
export async function untilElapsed(least: number, since: () => number, clock: Clock): Promise<number> {
  for (;;) {
    const elapsed = clock.now() - since();
    if (elapsed >= least) return elapsed;
    await clock.wait(Math.ceil(least - elapsed));
  }
}
