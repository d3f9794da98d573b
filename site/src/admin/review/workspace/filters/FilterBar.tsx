import { useRef, useSyncExternalStore } from 'react';
import { InBar } from '../../../bar/bar-slots.tsx';
import { tidyFilter } from '../../../route/view.ts';
import { useTotal } from '../../kernel/data/use-counts.ts';
import { sayTotal } from '../../kernel/data/amount.ts';
import type { ViewControl } from '../../../route/use-view.ts';
import { fill, useWords } from '../../kernel/words.tsx';
import { ReadButton } from './ReadButton.tsx';
import { ColumnChoice } from './ColumnChoice.tsx';
import { FilterChips } from './FilterChips.tsx';
import { OrderChoice } from './OrderChoice.tsx';
import { SearchBox } from './SearchBox.tsx';
import type { Filter } from '../../../route/filter.ts';
import styles from './FilterBar.module.css';

interface Props {
  control: ViewControl;
  /** Called on Enter in the search, to move to its first result. */
  onEnter?: (onNothing: () => void) => void;
}

/** Search, filters, order and columns, all stored in the address. */
export function FilterBar({ control, onEnter }: Props) {
  const words = useWords();
  const { view, unknownParams, go } = control;
  const isPhone = useIsPhone();
  const search = useRef<HTMLInputElement>(null);
  const change = (part: Filter, how?: 'replace') =>
    go({ filter: tidyFilter({ ...view.filter, ...part }), after: null }, how);
  const clear = () => {
    go({ filter: {}, after: null });
    search.current?.focus();
  };
  const { total, isError: hasCountFailed } = useTotal(view.filter);
  return (
    <>
      <InBar slot={isPhone ? 'filters' : 'search'}>
        <search aria-label={words.filters.search} className={styles['box']}>
          <SearchBox
            ref={search}
            value={view.filter.search ?? ''}
            onChange={(text) => change({ search: text || undefined }, 'replace')}
            onEnter={onEnter}
          />
        </search>
      </InBar>
      <InBar slot="filters">
        <FilterChips filter={view.filter} onChange={change} onClear={clear} />
        <p role="status" className={styles['total']}>
          {total === undefined
            ? hasCountFailed
              ? words.list.countFailed
              : words.list.counting
            : sayTotal(total, words.list)}
        </p>
        <div className={styles['tools']}>
          {view.screen === 'list' && <ReadButton control={control} total={total} />}
          <OrderChoice view={view} onOrder={(order) => go({ ...order, after: null })} />
          {view.screen === 'list' && <ColumnChoice control={control} />}
        </div>
      </InBar>
      {unknownParams.length > 0 && (
        <p className={styles['unknown']} role="status">
          {fill(words.filters.unknownParams, { keys: unknownParams.join(', ') })}
        </p>
      )}
    </>
  );
}

/** The same as --phone in styles/breakpoint.css. */
const PHONE = '(width < 768px)';

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(PHONE);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** Returns true if the window is as narrow as a phone's. */
const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(PHONE).matches);
