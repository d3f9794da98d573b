import { useLayoutEffect, useRef, useState } from 'react';

/** Returns a stable function that calls the newest one, so that its receivers do not render again. */
export function useSteady<Arguments extends readonly unknown[]>(
  newest: (...given: Arguments) => void,
): (...given: Arguments) => void {
  const latest = useRef(newest);
  useLayoutEffect(() => {
    latest.current = newest;
  });
  const [steady] = useState(
    () =>
      (...given: Arguments) =>
        latest.current(...given),
  );
  return steady;
}
