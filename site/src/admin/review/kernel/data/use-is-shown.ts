import { useLayoutEffect, useRef } from 'react';

/** A ref that is true while the component is mounted. A conflict found later needs another place than the component. */
export function useIsShown() {
  const isShown = useRef(false);
  useLayoutEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  return isShown;
}
