import type { View } from '../../../route/view.ts';
import { useWords } from '../../kernel/words.tsx';
import type { Sort } from '../../../route/filter.ts';
import { useHidesOthers } from '../../kernel/data/queries.ts';
import styles from './FilterBar.module.css';

interface Props {
  view: View;
  onOrder: (order: Partial<View>) => void;
}

/** The order. Sorting by due date includes the filter for waiting applications. */
export function OrderChoice({ view, onOrder }: Props) {
  const { filters } = useWords();
  const hidesOthers = useHidesOthers();
  const choose = (key: string) => {
    const sort = key.replace(/^-/, '') as Sort;
    const descending = key.startsWith('-');
    const { due = 'waiting' } = view.filter;
    onOrder({ sort, descending, ...(sort === 'due' && { filter: { ...view.filter, due } }) });
  };
  return (
    <select
      className={styles['order']}
      aria-label={filters.sort}
      value={`${view.descending ? '-' : ''}${view.sort}`}
      onChange={({ target }) => choose(target.value)}
    >
      {Object.entries(filters.sorts)
        .filter(([key]) => !(hidesOthers && key.endsWith('rating')))
        .map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
    </select>
  );
}
