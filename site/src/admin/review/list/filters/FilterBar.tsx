import { useRef } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import type { Count, Filter } from '../../data/shapes/row.ts';
import { isFiltered, tidyFilter } from '../../view/view.ts';
import type { ViewControl } from '../../view/use-view.ts';
import { fill, useWords } from '../../words.tsx';
import { MoreFilters } from './MoreFilters.tsx';
import { SearchBox } from './SearchBox.tsx';
import { StatusFilter } from './StatusFilter.tsx';
import styles from './FilterBar.module.css';

interface Props {
  control: ViewControl;
  counts: Count | undefined;
  /** Enter in the search: on to what it finds. */
  onEnter?: (onNothing: () => void) => void;
}

/** Search and filters; whatever is set stands in the address. */
export function FilterBar({ control, counts, onEnter }: Props) {
  const words = useWords();
  const { view, unknownParams, go } = control;
  const search = useRef<HTMLInputElement>(null);
  const change = (part: Filter, how?: 'replace') =>
    go({ filter: tidyFilter({ ...view.filter, ...part }), after: null }, how);
  return (
    <search className={styles['bar']} aria-label={words.filters.label}>
      {unknownParams.length > 0 && (
        <p className={styles['unknown']} role="status">
          {fill(words.filters.unknownParams, { keys: unknownParams.join(', ') })}
        </p>
      )}
      <div className={styles['row']}>
        <SearchBox
          ref={search}
          value={view.filter.search ?? ''}
          onChange={(search) => change({ search: search || undefined }, 'replace')}
          onEnter={onEnter}
        />
        <MoreFilters view={view} onChange={change} onOrder={(order) => go({ ...order, after: null })} />
        {isFiltered(view.filter) && (
          <Button
            look="text"
            className={styles['clear'] ?? ''}
            onClick={() => {
              go({ filter: {}, after: null });
              search.current?.focus();
            }}
          >
            {words.filters.clear}
          </Button>
        )}
      </div>
      <StatusFilter
        chosen={view.filter.status ?? []}
        counts={counts}
        onChange={(status) => change({ status })}
      />
    </search>
  );
}
