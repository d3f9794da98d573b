import { useCallback, useSyncExternalStore } from 'react';
import { serverNow } from '../supabase/clock.ts';

/** Whole seconds until `until` (as `serverNow` counts), updated until 0. */
export function useCountdown(until: number): number {
  const subscribe = useCallback(
    (renew: () => void) => {
      const timer = setInterval(() => {
        renew();
        if (serverNow() >= until) clearInterval(timer);
      }, 250);
      return () => clearInterval(timer);
    },
    [until],
  );
  return useSyncExternalStore(subscribe, () => Math.max(0, Math.ceil((until - serverNow()) / 1000)));
}
