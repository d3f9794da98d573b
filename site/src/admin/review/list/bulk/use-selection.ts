import { useState } from 'react';
import type { Filter } from '../../data/shapes.ts';
import { SelectedIds } from './selection.ts';

/** What is selected. "All that match" is let go with its filter: all of another one were never meant. */
export function useSelection(filter: Filter) {
  const of = JSON.stringify(filter);
  const [held, hold] = useState({ selected: SelectedIds.none, of });
  const select = (selected: SelectedIds) => hold({ selected, of });
  const isOutlived = held.selected.isAll && held.of !== of;
  return [isOutlived ? SelectedIds.none : held.selected, select] as const;
}
