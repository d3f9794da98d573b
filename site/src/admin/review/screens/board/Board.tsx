import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { applicationStatuses, statusFacts } from '@solostead/contract/statuses';
import type { Status } from '../../kernel/data/shapes/row.ts';
import { type Amount, useStatusCounts, formatAmount } from '../../kernel/data/use-counts.ts';
import { HiddenRatings } from '../../shared/rating/HiddenRatings.tsx';
import type { RowLinks } from '../../shared/rows/row-links.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { Offline } from '../../kernel/states/Offline.tsx';
import { StatusMark } from '../../kernel/status/StatusMark.tsx';
import { useView } from '../../../route/use-view.ts';
import { Column, FoldedColumn } from './Column.tsx';
import { useDragging } from './dragging.ts';
import { useCards } from './use-cards.ts';
import styles from './Board.module.css';

/** The columns, those filtered for or all. Of all, those of applications that are over are folded until they are opened. */
function useColumns(chosen: readonly Status[] | undefined) {
  const board = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<readonly Status[]>([]);
  const columns = chosen ?? applicationStatuses;
  const canFold = (status: Status) => !chosen && !statusFacts[status].isOpen;
  const isFolded = (status: Status) => canFold(status) && !opened.includes(status);
  /** Opens or folds a column, and returns its element. */
  const toggle = (status: Status, isOpen: boolean) => {
    const others = opened.filter((other) => other !== status);
    flushSync(() => setOpened(isOpen ? [...others, status] : others));
    const column = board.current?.children[columns.indexOf(status)];
    if (isOpen) column?.scrollIntoView({ block: 'nearest', inline: 'start' });
    return column;
  };
  return { board, columns, canFold, isFolded, toggle };
}

/** The button that folded or opened a column is gone. The other one takes the focus. */
const focusButton = (column: Element | undefined) =>
  column?.querySelector<HTMLElement>('[aria-expanded]')?.focus();

/** The pipeline side by side. A card moves by its menu, by keyboard, or by pointer. */
export default function Board({ links }: { links: RowLinks }) {
  const { mayReview } = useMe();
  const { filter } = useView().view;
  const { ofStatus, dataUpdatedAt } = useStatusCounts(filter);
  const { board, columns, canFold, isFolded, toggle } = useColumns(filter.status);
  const openColumns = columns.filter((status) => !isFolded(status));
  const cards = useCards(openColumns, links);
  const dragging = useDragging();
  return (
    <section className="relative" aria-label="Board">
      {mayReview && (
        <p className={`small py-2 ${styles['hint']}`}>
          Drag a card, or press m to move it. h, j, k and l or the arrow keys go from card to card.
        </p>
      )}
      <HiddenRatings />
      <Tabs columns={columns} ofStatus={ofStatus} onOpen={(status) => toggle(status, true)} />
      {/* It scrolls sideways, so keys must reach it also while it holds no card (axe: scrollable-region-focusable). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={board} className={`gap-3 ${styles['board']}`} role="group" aria-label="Board" tabIndex={0}>
        {columns.map((status) => {
          const props = { status, dragging, total: ofStatus(status) };
          return isFolded(status) ? (
            <FoldedColumn key={status} {...props} onOpen={() => focusButton(toggle(status, true))} />
          ) : (
            <Column
              key={status}
              {...props}
              cards={cards}
              onFold={canFold(status) ? () => focusButton(toggle(status, false)) : null}
            />
          );
        })}
      </div>
      <Offline at={dataUpdatedAt} />
    </section>
  );
}

interface TabsProps {
  columns: readonly Status[];
  ofStatus: (status: Status) => Amount | undefined;
  onOpen: (status: Status) => void;
}

/** The ways to the columns on a phone, which shows one at a time. */
function Tabs({ columns, ofStatus, onOpen }: TabsProps) {
  return (
    <nav className={styles['tabs']} aria-label="Columns">
      {columns.map((status) => (
        <button key={status} type="button" onClick={() => onOpen(status)}>
          <StatusMark status={status} />
          <span className={`small tabular-nums ${styles['count']}`}>{formatAmount(ofStatus(status))}</span>
        </button>
      ))}
    </nav>
  );
}
