import { useEffect, useRef, type RefObject } from 'react';

/** Focuses the first element of a new step as soon as it is rendered. */
export function useFocusOnMount<Kind extends HTMLElement>(): RefObject<Kind | null> {
  const ref = useRef<Kind>(null);
  useEffect(() => ref.current?.focus(), []);
  return ref;
}
