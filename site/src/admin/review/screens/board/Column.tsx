import { useQuery } from '@tanstack/react-query';
import type { Row, Status } from '../../kernel/data/shapes/row.ts';
import { type Amount, formatAmount } from '../../kernel/data/use-counts.ts';
import { useShownColumn } from '../../moves/moving.tsx';
import { ErrorState, Skeleton } from '../../kernel/states/Placeholder.tsx';
import { StatusMark } from '../../kernel/status/StatusMark.tsx';
import { useView } from '../../../route/use-view.ts';
import { hrefOf } from '../../../route/search.ts';
import { phrase } from '../../kernel/words.ts';
import { statusDisplay } from '../../kernel/status/status-display.ts';
import { Card } from './Card.tsx';
import { useDrop, type Dragging } from './dragging.ts';
import { columnQuery, type Cards } from './use-cards.ts';
import { inPlace } from '../../../route/ViewLinks.tsx';
import styles from './Board.module.css';

const noRows: readonly Row[] = [];

interface ColumnProps {
  status: Status;
  /** The number of applications, undefined while unknown. */
  total: Amount | undefined;
  dragging: Dragging;
  cards: Cards;
  /** Folds the column, null where it cannot be folded. */
  onFold: (() => void) | null;
}

export function Column({ status, total, dragging, cards, onFold }: ColumnProps) {
  const page = useQuery(columnQuery(useView().view, status));
  const { whyNot, props } = useDrop(status, dragging);
  // The cards of another filter are not shown while those of this one load.
  const data = page.isPlaceholderData ? undefined : page.data;
  const rows = useShownColumn(data?.rows ?? noRows, data ? page.dataUpdatedAt : Infinity, status);
  return (
    // Dropping is the pointer's way of what each card's menu does for everyone.
    <section
      className={`min-w-0 p-2 ${styles['column']}`}
      aria-label={statusDisplay[status].label}
      {...props}
    >
      <h3 className={`row gap-2 text-sm font-semibold ${styles['head']}`}>
        <StatusMark status={status} />
        <span className={`small tabular-nums ml-auto ${styles['count']}`}>{formatAmount(total)}</span>
        {onFold && (
          <button
            type="button"
            className={`button-reset ${styles['fold']}`}
            aria-expanded="true"
            aria-label={`Fold ${statusDisplay[status].label}`}
            onClick={onFold}
          />
        )}
      </h3>
      {whyNot && <p className={`trouble text-xs ${styles['whyNot']}`}>{whyNot}</p>}
      {!data && !page.isError && <Skeleton lines={4} />}
      {!data && page.isError && <ErrorState error={page.error} onRetry={() => void page.refetch()} />}
      {data && rows.length === 0 && <p className="small">No one here</p>}
      <ul className="grid-cols-1 gap-2">
        {rows.map((row) => (
          <Card key={row.id} row={row} cards={cards} dragging={dragging} />
        ))}
      </ul>
      {data?.more && <Rest status={status} total={total} />}
    </section>
  );
}

/** The way to those for which the column has no room. */
function Rest({ status, total }: Pick<ColumnProps, 'status' | 'total'>) {
  const { view, go } = useView();
  const filter = { ...view.filter, status: [status] };
  const rest = { screen: 'list', filter, after: null, open: null } as const;
  return (
    <a
      className={`text-xs ${styles['rest']}`}
      href={hrefOf({ ...view, ...rest })}
      onClick={inPlace(() => {
        go(rest);
        window.scrollTo({ top: 0 });
      })}
    >
      {total && !total.isOver ? phrase`Show all ${formatAmount(total)} in the list` : 'Show all in the list'}
    </a>
  );
}

/** A folded column as a strip that opens. Cards can be dropped on it. */
export function FoldedColumn({
  status,
  total,
  dragging,
  onOpen,
}: Pick<ColumnProps, 'status' | 'total' | 'dragging'> & { onOpen: () => void }) {
  const { whyNot, props } = useDrop(status, dragging);
  const label = statusDisplay[status].label;
  return (
    <section className={`row flex-none ${styles['folded']}`} aria-label={label} {...props}>
      <button
        type="button"
        className={`button-reset text-sm font-semibold ${styles['strip']}`}
        aria-expanded="false"
        onClick={onOpen}
      >
        <span className="row gap-3">
          <StatusMark status={status} />
          <span className={`small tabular-nums ${styles['count']}`}>{` ${formatAmount(total)}`}</span>
        </span>
      </button>
      {whyNot && <p className={`trouble text-xs ${styles['whyNot']}`}>{whyNot}</p>}
    </section>
  );
}
