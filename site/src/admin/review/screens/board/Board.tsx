import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { applicationStatuses } from '../../../../../../supabase/functions/_shared/contract/statuses.ts';
import type { Row, Status } from '../../kernel/data/shapes/row.ts';
import { type Amount, useStatusCounts, formatAmount } from '../../kernel/data/use-counts.ts';
import type { RowLinks } from '../../kernel/rows/row-links.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { Offline } from '../../kernel/states/Offline.tsx';
import { StatusMark } from '../../kernel/states/StatusMark.tsx';
import type { ViewControl } from '../../../route/use-view.ts';
import { Column, FoldedColumn } from './Column.tsx';
import { useDragging } from './dragging.ts';
import { useCards } from './use-cards.ts';
import { isClosed } from '../../moves/shortest-path.ts';
import styles from './Board.module.css';

interface BoardProps {
  control: ViewControl;
  links: RowLinks;
  /** The card that has the focus, or null. */
  onTarget: (row: Row | null) => void;
}

/** Returns the folded columns, the closed ones unless opened or filtered for. */
function useFolding(shown: readonly Status[]) {
  const [opened, setOpened] = useState<readonly Status[]>([]);
  return {
    isFolded: (status: Status) => shown.length === 0 && isClosed(status) && !opened.includes(status),
    canFold: (status: Status) => shown.length === 0 && isClosed(status),
    open: (status: Status) => setOpened([...opened, status]),
    fold: (status: Status) => setOpened(opened.filter((other) => other !== status)),
  };
}

/** The pipeline side by side. A card moves by its menu, by keyboard, or by pointer. */
export default function Board({ control, links, onTarget }: BoardProps) {
  const { mayReview } = useMe();
  const { status: shown = [] } = control.view.filter;
  const { ofStatus, dataUpdatedAt } = useStatusCounts(control.view.filter);
  const folding = useFolding(shown);
  const columns = shown.length > 0 ? shown : applicationStatuses;
  const elements = useRef(new Map<Status, HTMLElement>());
  const open = (status: Status) => {
    flushSync(() => folding.open(status));
    elements.current.get(status)?.scrollIntoView({ block: 'nearest', inline: 'start' });
  };
  return (
    <section className="holds" aria-label="Board">
      {mayReview && (
        <p className={`small ${styles['hint']}`}>
          Drag a card, or press m to move it. h, j, k and l or the arrow keys go from card to card.
        </p>
      )}
      <nav className={styles['tabs']} aria-label="Columns">
        {columns.map((status) => (
          <button key={status} type="button" onClick={() => open(status)}>
            <StatusMark status={status} />
            <span className={`small numeric ${styles['count']}`}>{formatAmount(ofStatus(status))}</span>
          </button>
        ))}
      </nav>
      <Columns
        control={control}
        links={links}
        columns={columns}
        ofStatus={ofStatus}
        folding={{ ...folding, open }}
        onElement={(status, element) => {
          if (element) elements.current.set(status, element);
          else elements.current.delete(status);
        }}
        onTarget={onTarget}
      />
      <Offline at={dataUpdatedAt} />
    </section>
  );
}

interface ColumnsProps extends BoardProps {
  columns: readonly Status[];
  /** Returns the number of a status, undefined while unknown. */
  ofStatus: (status: Status) => Amount | undefined;
  folding: ReturnType<typeof useFolding>;
  onElement: (status: Status, element: HTMLElement | null) => void;
}

function Columns({ control, links, columns, ofStatus, folding, onElement, onTarget }: ColumnsProps) {
  const last = useRef<string | null>(null);
  const board = useRef<HTMLDivElement>(null);
  /** Folds or opens a column. Its other button takes the focus. */
  const toggle = (change: (status: Status) => void, status: Status) => {
    flushSync(() => change(status));
    const column = board.current?.children[columns.indexOf(status)];
    column?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
  };
  const isOpen = (status: Status) => !folding.isFolded(status);
  const cards = useCards(columns.filter(isOpen), links, () => last.current);
  const dragging = useDragging();
  const sharedProps = (status: Status) => ({
    status,
    dragging,
    total: ofStatus(status),
  });
  return (
    // It scrolls sideways, so keys must reach it also while it holds no card (axe: scrollable-region-focusable).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={board} className={`gap-3 ${styles['board']}`} role="group" aria-label="Board" tabIndex={0}>
      {columns.map((status) =>
        isOpen(status) ? (
          <Column
            key={status}
            {...sharedProps(status)}
            ref={(element) => onElement(status, element)}
            control={control}
            cards={cards}
            onTarget={(row) => {
              if (row) last.current = row.id;
              onTarget(row);
            }}
            onFold={folding.canFold(status) ? () => toggle(folding.fold, status) : null}
          />
        ) : (
          <FoldedColumn key={status} {...sharedProps(status)} onOpen={() => toggle(folding.open, status)} />
        ),
      )}
    </div>
  );
}
