import { requestRateLimited } from './errors.ts';

/** A longer queue would wait for half a minute: further callers get 429. */
const MAX_WAITING = 100;
/** From so many in the queue on it is a flood, and each check is followed by a rest as long as itself. */
const FLOOD = 8;

/**
 * Lets `permits` tasks run at once; the others wait in the order they came. A flood gets half of the time, so that
 * other work of the server goes on.
 */
export function semaphore(permits: number): <Answer>(task: () => Promise<Answer>) => Promise<Answer> {
  const waiting: (() => void)[] = [];
  let free = permits;
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return async (task) => {
    if (waiting.length >= MAX_WAITING) throw requestRateLimited(1);
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    const begun = performance.now();
    try {
      return await task();
    } finally {
      if (waiting.length < FLOOD) release();
      else setTimeout(release, performance.now() - begun);
    }
  };
}
