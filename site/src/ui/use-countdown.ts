import { useCallback, useSyncExternalStore } from 'react';

/** Whole seconds until `until` (milliseconds of `Date.now()`), updated until 0. */
export function useCountdown(until: number): number {
  const subscribe = useCallback(
    (renew: () => void) => {
      const timer = setInterval(() => {
        renew();
        if (Date.now() >= until) clearInterval(timer);
      }, 250);
      return () => clearInterval(timer);
    },
    [until],
  );
  return useSyncExternalStore(subscribe, () => Math.max(0, Math.ceil((until - Date.now()) / 1000)));
}
