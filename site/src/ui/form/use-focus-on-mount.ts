import { useEffect, useRef, type RefObject } from 'react';

/** For the one thing of a new step that is to be done first: it has the focus as soon as it is there. */
export function useFocusOnMount<Kind extends HTMLElement>(): RefObject<Kind | null> {
  const ref = useRef<Kind>(null);
  useEffect(() => ref.current?.focus(), []);
  return ref;
}
