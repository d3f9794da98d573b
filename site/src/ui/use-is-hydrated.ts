import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Returns false in the page's HTML and in the first render over it, then true, for parts that need a script. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
