import { useState } from 'react';
import type { Row } from '../data/shapes.ts';
import type { View } from '../view/view.ts';
import { placeAmong } from './steps.ts';
import type { Standing } from './steps.ts';

const NOWHERE: Standing = { id: null, place: -1 };

/** Where one stands among the rows, for as long as the list shows the same filter, order and page. */
export function useStanding(view: View, rows: readonly Row[], isStale: boolean) {
  const page = JSON.stringify([view.filter, view.sort, view.descending, view.after]);
  const [held, hold] = useState({ standing: NOWHERE, page });
  const standing = held.page === page ? held.standing : NOWHERE;
  const { current, gap, standing: found } = placeAmong(rows, view.open, standing);
  if (found !== standing && !isStale) hold({ standing: found, page });
  const standAt = (id: string) =>
    !isStale && hold({ standing: { id, place: rows.findIndex((row) => row.id === id) }, page });
  return { current, gap, standAt };
}
