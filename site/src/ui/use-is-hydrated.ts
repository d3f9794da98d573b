import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the page's HTML and in the first render over it, true from then on: for what only a script can show. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
