import { useRef, useState } from 'react';

type Act<Args extends unknown[], Result> = (...args: Args) => Promise<Result>;

/** Whether something is under way, and a wrapper that lets one call through at a time: a second press does nothing. */
export function useOneAtATime() {
  const [isBusy, setBusy] = useState(false);
  const inFlight = useRef(false);
  const once =
    <Args extends unknown[], Result>(act: Act<Args, Result>): Act<Args, Result | null> =>
    async (...args) => {
      if (inFlight.current) return null;
      inFlight.current = true;
      setBusy(true);
      try {
        return await act(...args);
      } finally {
        inFlight.current = false;
        setBusy(false);
      }
    };
  return { isBusy, once };
}
