import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns the number of children on the first line of a wrapping element. The caller hides the clipped rest from keys
 * and screen readers.
 */
export function useFitting() {
  const line = useRef<HTMLUListElement>(null);
  const [fitting, setFitting] = useState(Infinity);
  useLayoutEffect(() => {
    const element = line.current;
    if (!element) return undefined;
    const measure = () => {
      const children = [...element.children] as HTMLElement[];
      const top = children[0]?.offsetTop ?? 0;
      setFitting(children.filter((child) => child.offsetTop === top).length);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const changes = new MutationObserver(measure);
    changes.observe(element, { childList: true, characterData: true, subtree: true });
    measure();
    return () => {
      observer.disconnect();
      changes.disconnect();
    };
  }, []);
  return { line, fitting };
}
