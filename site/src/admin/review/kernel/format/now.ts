import { useSyncExternalStore } from 'react';

let now = Date.now();

function tick(onChange: () => void): () => void {
  now = Date.now();
  const timer = setInterval(() => {
    now = Date.now();
    onChange();
  }, 30_000);
  return () => clearInterval(timer);
}

/** The present time in milliseconds, updated every half minute. */
export const useNow = () => useSyncExternalStore(tick, () => now);
