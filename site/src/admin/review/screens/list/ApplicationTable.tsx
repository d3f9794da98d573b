import { useMemo } from 'react';
import { hrefOf, readRoute } from '../../../route/search.ts';
import { useMe } from '../../kernel/data/me.tsx';
import type { ViewControl } from '../../../route/use-view.ts';
import type { Column } from '../../../route/view.ts';
import { phrase, words } from '../../kernel/words.ts';
import { ApplicationRow, type RowDoing, type Tick } from './ApplicationRow.tsx';
import type { Selection } from './bulk/selection.ts';
import type { Steps } from './use-steps.ts';
import { useSteady } from '../../kernel/use-steady.ts';
import { sorts } from '../../../route/filter.ts';
import { usualColumns } from './columns.tsx';
import { useHidesOthers } from '../../kernel/data/queries.ts';
import styles from './ApplicationTable.module.css';

const orderNames = {
  created: 'by date',
  name: 'by name',
  rating: 'by rating',
  changed: 'by last move',
  due: 'by the day an answer is due',
} as const;

interface Props {
  control: ViewControl;
  steps: Steps;
  selection: Selection;
  /** Selects from the last ticked row to this one. */
  onExtend: (id: string) => void;
}

function useRowDoing({ control: { go }, steps, selection: [, select], onExtend }: Props): RowDoing {
  const { list, rows, links } = steps;
  const onFocusRow = useSteady(steps.focusRow);
  const onTick = useSteady(({ id, isRange }: Tick) =>
    isRange ? onExtend(id) : select((before) => before.toggled(id, rows)),
  );
  return useMemo(() => {
    // The open application is not part of the other rows' addresses, so opening one renders no others.
    const { view } = readRoute(list);
    return {
      shown: view.columns ?? usualColumns(),
      addressOf: (id: string) => hrefOf({ ...view, open: id }),
      onOpen: (id: string) => go({ open: id }),
      onFocusRow,
      onTick,
      links,
    };
  }, [list, go, onFocusRow, onTick, links]);
}

/** One page of applications. The database has filtered, ordered and cut it. */
export function ApplicationTable(props: Props) {
  const { control, steps, selection } = props;
  const [selected] = selection;
  const doing = useRowDoing(props);
  const caption = phrase`Applications, ${orderNames[control.view.sort]}`;
  return (
    <div className={`holds ${styles['scroll']}`} data-stale={steps.isOther || undefined}>
      <table className={`full ${styles['table']}`}>
        <caption className="visually-hidden">{caption}</caption>
        <Head {...props} shown={doing.shown} />
        <tbody>
          {steps.rows.map((row, place) => (
            <ApplicationRow
              key={row.id}
              row={row}
              isCurrent={place === steps.current}
              isOpen={row.id === control.view.open}
              isSelected={selected.has(row.id)}
              doing={doing}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head({ control, steps: { rows }, selection, shown }: Props & Pick<RowDoing, 'shown'>) {
  const [selected, select] = selection;
  const { mayReview } = useMe();
  return (
    <thead>
      <tr>
        {mayReview && (
          <th scope="col" data-column="select">
            <label className={`stack tall ${styles['box']}`}>
              <input
                type="checkbox"
                aria-label="Select this page"
                checked={selected.hasAll(rows)}
                onChange={({ target }) => select(selected.withPage(rows, target.checked))}
              />
            </label>
          </th>
        )}
        {(['name', ...shown] as const).map((column) => (
          <SortHeader key={column} column={column} control={control} />
        ))}
        {mayReview && (
          <th scope="col" data-column="move">
            <span className="visually-hidden">Move</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

interface SortHeaderProps {
  column: Column | 'name';
  control: ViewControl;
}

/** A column's head. Pressing it sorts the list, pressing again reverses the order. */
function SortHeader({ column, control: { view, go } }: SortHeaderProps) {
  const hidesOthers = useHidesOthers();
  const sort = sorts.find((one) => one === column);
  if (!sort || (hidesOthers && sort === 'rating'))
    return (
      <th scope="col" data-column={column}>
        {words.columns[column]}
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
        {words.columns[column]}
      </button>
    </th>
  );
}
