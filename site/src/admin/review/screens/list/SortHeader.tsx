import type { ReactNode } from 'react';
import type { ViewControl } from '../../../route/use-view.ts';
import type { Sort } from '../../../route/filter.ts';
import { useHidesOthers } from '../../kernel/data/queries.ts';
import styles from './ApplicationTable.module.css';

interface Props {
  /** The sort order of the column, undefined for none. */
  sort: Sort | undefined;
  column: string;
  control: ViewControl;
  children: ReactNode;
}

/** A column's head. Pressing it sorts the list, pressing again reverses the order. */
export function SortHeader({ sort, column, control: { view, go }, children }: Props) {
  const hidesOthers = useHidesOthers();
  if (!sort || (hidesOthers && sort === 'rating'))
    return (
      <th scope="col" data-column={column}>
        {children}
      </th>
    );
  const isSorted = view.sort === sort;
  const direction = view.descending ? 'descending' : 'ascending';
  // The longest waiting and the letter A come first, otherwise the greatest value.
  const descending = isSorted ? !view.descending : sort !== 'name' && sort !== 'due';
  // Only who waits has a day on which an answer is due.
  const filter =
    sort === 'due' && !view.filter.due ? { ...view.filter, due: 'waiting' as const } : view.filter;
  const change = { sort, descending, filter, after: null };
  return (
    <th scope="col" data-column={column} aria-sort={isSorted ? direction : undefined}>
      <button type="button" className={`bare ${styles['sort']}`} onClick={() => go(change)}>
        {children}
      </button>
    </th>
  );
}
