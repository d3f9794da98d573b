import { useLayoutEffect, useRef, useState, type DragEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { showToast } from '../../../ui/toast/show.ts';
import { useLastLoaded } from '../data/connection.ts';
import { countQuery, listQuery, movesQuery } from '../data/queries.ts';
import { applicationStatuses } from '../../../../../supabase/functions/_shared/contract/statuses.ts';
import type { Row, Status } from '../data/shapes/row.ts';
import { useMe } from '../me.tsx';
import { MoveButton } from '../moves/MoveButton.tsx';
import { useMoving, useShownColumn, useWasMoved } from '../moves/moving.tsx';
import { sayCount } from '../format/number.ts';
import { Offline } from '../states/Offline.tsx';
import { Skeleton } from '../states/Skeleton.tsx';
import { StatusMark } from '../states/StatusMark.tsx';
import { ErrorState } from '../states/ErrorState.tsx';
import { Appointment, When } from '../format/time.tsx';
import { FilterBar } from '../list/filters/FilterBar.tsx';
import type { ViewControl } from '../view/use-view.ts';
import { hrefOf } from '../../route/search.ts';
import { fill, useWords } from '../words.tsx';
import styles from './Board.module.css';

/** Cards of a column; the list shows the rest. */
const CARDS = 20;

const noRows: readonly Row[] = [];

interface BoardProps {
  control: ViewControl;
  /** The card that has the focus, or null. */
  onAtHand: (row: Row | null) => void;
}

/** The pipeline side by side. A card moves by its menu, by keyboard, or by pointer. */
export default function Board({ control, onAtHand }: BoardProps) {
  const words = useWords();
  const { mayReview } = useMe();
  const { status: shown = [], ...others } = control.view.filter;
  const counts = useQuery(countQuery(others));
  const [dragged, setDragged] = useState<Row | null>(null);
  const columns = shown.length > 0 ? shown : applicationStatuses;
  return (
    <section aria-label={words.screens.board}>
      <FilterBar control={control} counts={counts.data} />
      <Offline at={counts.dataUpdatedAt} />
      {mayReview && <p className={styles['hint']}>{words.board.hint}</p>}
      {/* It scrolls sideways, so keys must reach it also while it holds no card (axe: scrollable-region-focusable). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['board']} role="group" aria-label={words.screens.board} tabIndex={0}>
        {columns.map((status) => (
          <Column
            key={status}
            status={status}
            control={control}
            total={counts.data?.by_status[status] ?? (counts.data ? 0 : undefined)}
            dragged={dragged}
            onDrag={setDragged}
            onAtHand={onAtHand}
          />
        ))}
      </div>
    </section>
  );
}

interface ColumnProps {
  status: Status;
  control: ViewControl;
  total: number | undefined;
  dragged: Row | null;
  onDrag: (row: Row | null) => void;
  onAtHand: BoardProps['onAtHand'];
}

/** A status that takes what is dropped on it when there is such a move. */
function useDrop({ status, dragged, onDrag }: Pick<ColumnProps, 'status' | 'dragged' | 'onDrag'>) {
  const words = useWords();
  const { carryOut } = useMoving();
  const { data: movesFrom } = useQuery(movesQuery);
  const isTarget = dragged !== null && (movesFrom?.(dragged.status).includes(status) ?? false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (!dragged || dragged.status === status) return;
    if (isTarget) carryOut({ row: dragged, to: status, hasMail: false });
    else
      showToast({
        title: fill(words.board.refused, {
          from: words.statuses[dragged.status],
          to: words.statuses[status],
        }),
      });
    onDrag(null);
  };
  return { isTarget, drop };
}

function Column({ status, control, total, dragged, onDrag, onAtHand }: ColumnProps) {
  const words = useWords();
  const { view } = control;
  const filter = { ...view.filter, status: [status] };
  const page = useQuery(listQuery(filter, view.sort, view.descending, null, CARDS));
  const { isTarget, drop } = useDrop({ status, dragged, onDrag });
  const { data, isOther } = useLastLoaded(page);
  const rows = useShownColumn((!isOther && data?.rows) || noRows, status);
  const rest = { screen: 'list', filter, after: null, open: null } as const;
  return (
    // Dropping is the pointer's way of what each card's menu does for everyone.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles['column']}
      aria-label={words.statuses[status]}
      data-target={isTarget || undefined}
      onDragOver={(event) => dragged && event.preventDefault()}
      onDrop={drop}
    >
      <h3 className={styles['head']}>
        <StatusMark status={status} />
        <span className={styles['count']}>{total === undefined ? '' : sayCount(total)}</span>
      </h3>
      {page.isPending && isOther && <Skeleton lines={4} />}
      {page.isError && isOther && <ErrorState error={page.error} onRetry={() => void page.refetch()} />}
      {!isOther && rows.length === 0 && <p className={styles['empty']}>{words.board.empty}</p>}
      <ul className={styles['cards']}>
        {rows.map((row) => (
          <Card key={row.id} row={row} control={control} onDrag={onDrag} onAtHand={onAtHand} />
        ))}
      </ul>
      {page.data?.more && (
        <a
          className={styles['rest']}
          href={hrefOf({ ...view, ...rest })}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            control.go(rest);
            window.scrollTo({ top: 0 });
          }}
        >
          {fill(words.board.more, { count: total === undefined ? '' : sayCount(total) })}
        </a>
      )}
    </section>
  );
}

interface CardProps {
  row: Row;
  control: ViewControl;
  onDrag: (row: Row | null) => void;
  onAtHand: BoardProps['onAtHand'];
}

/** A card that was moved here takes the focus along. */
function useFocusOnMove(id: string) {
  const link = useRef<HTMLAnchorElement>(null);
  const wasMoved = useWasMoved(id);
  useLayoutEffect(() => {
    if (wasMoved && document.activeElement === document.body) link.current?.focus();
  }, [wasMoved]);
  return link;
}

function Card({ row, control: { view, go }, onDrag, onAtHand }: CardProps) {
  const { bounce, interview } = useWords();
  const { mayReview } = useMe();
  const link = useFocusOnMove(row.id);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={styles['card']}
      draggable={mayReview}
      onFocus={() => onAtHand(row)}
      onBlur={() => onAtHand(null)}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', row.id);
        event.dataTransfer.effectAllowed = 'move';
        onDrag(row);
      }}
      onDragEnd={() => onDrag(null)}
    >
      <a
        ref={link}
        href={hrefOf({ ...view, open: row.id })}
        className={styles['name']}
        data-row={row.id}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          go({ open: row.id });
        }}
      >
        {row.name}
      </a>
      <span className={`${styles['quiet']} ${styles['sectors']}`}>{row.sectors}</span>
      {row.status === 'interview' && row.interview_at && (
        <span className={styles['interview']}>
          {interview.label} <Appointment at={row.interview_at} />
        </span>
      )}
      {row.email_bounced_at && <span className={styles['bounce']}>{bounce.short}</span>}
      <span className={styles['foot']}>
        <span className={styles['quiet']}>
          <When at={row.status_changed_at} />
        </span>
        {mayReview && <MoveButton row={row} place="card" />}
      </span>
    </li>
  );
}
