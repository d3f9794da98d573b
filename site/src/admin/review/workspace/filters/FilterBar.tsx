import { tidyFilter } from '../../../route/view.ts';
import { useTotal, sayTotal } from '../../kernel/data/use-counts.ts';
import type { ViewControl } from '../../../route/use-view.ts';
import { phrase } from '../../kernel/words.ts';
import { ThisView } from '../saved-views/ThisView.tsx';
import { FilterChips } from './FilterChips.tsx';
import type { Filter } from '../../../route/filter.ts';
import styles from './FilterBar.module.css';

/** The line above the applications with filters, all stored in the address. It stays if a screen's script fails. */
export function FilterBar({ control }: { control: ViewControl }) {
  const { view, unknownParams, go } = control;
  const change = (part: Filter) => go({ filter: tidyFilter({ ...view.filter, ...part }), after: null });
  const { total, isError: hasCountFailed } = useTotal(view.filter);
  return (
    <>
      <div className={`row gap-4 ${styles['line']}`} data-line="">
        <FilterChips filter={view.filter} onChange={change} onClear={() => go({ filter: {}, after: null })}>
          <ThisView control={control} />
        </FilterChips>
        <p role="status" className={`rigid numeric soft ${styles['total']}`}>
          {total === undefined ? (hasCountFailed ? 'Not counted' : 'Counting…') : sayTotal(total)}
        </p>
      </div>
      {unknownParams.length > 0 && (
        <p className={styles['unknown']} role="status">
          {phrase`Unknown parts of this address were ignored: ${unknownParams.join(', ')}.`}
        </p>
      )}
    </>
  );
}
