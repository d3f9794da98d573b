import { setTimeout as pause } from 'node:timers/promises';

const RETRY_MS = 1_000;

/** Reports once when the database goes away, with the first failure, and once when it is back and `isWell`. */
export function watchDatabase(
  report: (message: string, error?: unknown) => void,
  isWell: () => Promise<boolean>,
) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let failures = 0;
  let isAway = false;

  const awaitReturn = async (): Promise<void> => {
    for (let seen = -1; seen !== failures || !(await isWell());) {
      seen = failures;
      await pause(RETRY_MS, undefined, { signal, ref: false });
    }
    isAway = false;
    report('the database is back');
  };

  return {
    /** A request or the listener has failed because the database is not there or has no room. */
    failed(cause: unknown): void {
      failures += 1;
      if (isAway || signal.aborted) return;
      isAway = true;
      report('the database cannot be used: what needs it is refused until it is back', cause);
      awaitReturn().catch(() => {});
    },
    /** Returns true from the first failure until the database is back. */
    isAway: () => isAway,
    stop: () => stopping.abort(),
  };
}
