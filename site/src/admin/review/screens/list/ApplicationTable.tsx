import { useMemo } from 'react';
import { hrefOf, readRoute } from '../../../route/search.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { useView } from '../../../route/use-view.ts';
import type { Column } from '../../../route/view.ts';
import { phrase, words } from '../../kernel/words.ts';
import { ApplicationRow, idOfRow, type RowDoing } from './ApplicationRow.tsx';
import type { Selection } from './bulk/selection.ts';
import type { Steps } from './use-steps.ts';
import { sorts } from '../../../route/filter.ts';
import { usualColumns } from './columns.tsx';
import styles from './ApplicationTable.module.css';

const orderNames = {
  created: 'by date',
  name: 'by name',
  rating: 'by rating',
  changed: 'by last move',
  due: 'by the day an answer is due',
} as const;

interface Props {
  steps: Steps;
  selection: Selection;
  /** Selects from the last ticked row to this one. */
  onExtend: (id: string) => void;
}

function useRowDoing({ list, links }: Steps): RowDoing {
  const { go } = useView();
  return useMemo(() => {
    // The open application is not part of the other rows' addresses, so opening one renders no others.
    const { view } = readRoute(list);
    return {
      shown: view.columns ?? usualColumns(),
      addressOf: (id: string) => hrefOf({ ...view, open: id }),
      onOpen: (id: string) => go({ open: id }),
      links,
    };
  }, [list, go, links]);
}

/** One page of applications. The database has filtered, ordered and cut it. */
export function ApplicationTable(props: Props) {
  const { steps, selection, onExtend } = props;
  const { view } = useView();
  const [selected, select] = selection;
  const doing = useRowDoing(steps);
  const caption = phrase`Applications, ${orderNames[view.sort]}`;
  return (
    <div className={`relative ${styles['scroll']}`} data-stale={steps.isOther || undefined}>
      <table className={`w-full ${styles['table']}`}>
        <caption className="visually-hidden">{caption}</caption>
        <Head {...props} shown={doing.shown} />
        {/* Here and not at each row, so that rows render only when their application changes. Keys use the links. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody
          onFocus={({ target }) => steps.focusRow(idOfRow(target))}
          onChange={({ target, nativeEvent }) => {
            const id = idOfRow(target);
            if ((nativeEvent as MouseEvent).shiftKey) onExtend(id);
            else select((before) => before.toggled(id, steps.rows));
          }}
        >
          {steps.rows.map((row, place) => (
            <ApplicationRow
              key={row.id}
              row={row}
              isCurrent={place === steps.current}
              isOpen={row.id === view.open}
              isSelected={selected.has(row.id)}
              doing={doing}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head({ steps: { rows }, selection, shown }: Props & Pick<RowDoing, 'shown'>) {
  const [selected, select] = selection;
  const { mayReview } = useMe();
  return (
    <thead>
      <tr>
        {mayReview && (
          <th scope="col" data-column="select">
            <label className={`stack h-full ${styles['box']}`}>
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
          <SortHeader key={column} column={column} />
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

/** A column's head. Pressing it sorts the list, pressing again reverses the order. */
function SortHeader({ column }: { column: Column | 'name' }) {
  const { view, go } = useView();
  const sort = sorts.find((one) => one === column);
  if (!sort)
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
      <button type="button" className={`button-reset ${styles['sort']}`} onClick={() => go(change)}>
        {words.columns[column]}
      </button>
    </th>
  );
}
