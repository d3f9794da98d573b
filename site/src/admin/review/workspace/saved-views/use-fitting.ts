import { useLayoutEffect, useRef, useState } from 'react';

/** The width of the button of a menu for the rest. */
const MORE_PX = 64;

/**
 * Returns the number of children of a line that fit into its parent. The menu for the rest only takes room if there is
 * a rest. The caller hides the clipped rest from keys and screen readers.
 */
export function useFitting() {
  const line = useRef<HTMLUListElement>(null);
  const [fitting, setFitting] = useState(Infinity);
  useLayoutEffect(() => {
    const element = line.current;
    const parent = element?.parentElement;
    if (!element || !parent) return undefined;
    const measure = () => setFitting(countFitting(element, parent.clientWidth));
    const observer = new ResizeObserver(measure);
    observer.observe(parent);
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

function countFitting(line: HTMLElement, width: number): number {
  const gap = Number.parseFloat(getComputedStyle(line).columnGap) || 0;
  const ends: number[] = [];
  for (const child of line.children) ends.push((ends.at(-1) ?? -gap) + gap + child.clientWidth);
  if ((ends.at(-1) ?? 0) <= width) return Infinity;
  return ends.filter((end) => end <= width - MORE_PX).length;
}
