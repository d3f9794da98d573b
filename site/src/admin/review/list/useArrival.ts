import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Row } from '../data/shapes.ts';

/** A wish to go on at an end of the rows that are on their way. */
interface Wish {
  readonly end: 'first' | 'last';
}

/** Goes to an end of the rows that are on their way, once they are there: of a page, of what a search finds. */
export function useArrival(rows: readonly Row[], isStale: boolean, show: (row: Row) => void) {
  const [wish, make] = useState<Wish | null>(null);
  const fulfilled = useRef<Wish | null>(null);
  const arrive = useEffectEvent((wanted: Wish, row: Row | undefined) => {
    if (fulfilled.current === wanted) return;
    fulfilled.current = wanted;
    if (row) show(row);
  });
  useEffect(() => {
    if (wish && !isStale) arrive(wish, wish.end === 'first' ? rows[0] : rows.at(-1));
  }, [wish, isStale, rows]);
  return (end: Wish['end']) => make({ end });
}
