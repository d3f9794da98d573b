import type { View } from '../../../route/view.ts';
import type { Sort } from '../../data/shapes/row.ts';
import { useWords } from '../../words.tsx';
import styles from './FilterBar.module.css';

interface Props {
  view: View;
  onOrder: (order: Partial<View>) => void;
}

/** The order; the longest waiting first is one of those who wait, so that filter comes with it. */
export function OrderChoice({ view, onOrder }: Props) {
  const { filters } = useWords();
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
      {Object.entries(filters.sorts).map(([key, label]) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </select>
  );
}
