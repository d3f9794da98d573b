import { useCallback, useSyncExternalStore } from 'react';

/** Whole seconds left until `until` (milliseconds of `Date.now()`), renewed while there are any; 0 when it is over. */
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
