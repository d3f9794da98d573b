import { useCallback, useRef, type KeyboardEvent } from 'react';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import type { Row, Status } from '../../kernel/data/shapes/row.ts';
import type { RowLinks } from '../../kernel/rows/row-links.ts';
import { nextCard, type Direction } from './next-card.ts';

const arrows: Readonly<Record<string, Direction>> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** The cards' positions and arrow keys. Each column reports its rows, each card its link and its focus. */
export function useCards(columns: readonly Status[], links: RowLinks, onTarget: (row: Row | null) => void) {
  const last = useRef<string | null>(null);
  const rows = useRef(new Map<Status, readonly Row[]>());
  const setColumn = useCallback((status: Status, shown: readonly Row[]) => {
    rows.current.set(status, shown);
    return () => void rows.current.delete(status);
  }, []);
  const go = (direction: Direction) => {
    const grid = columns.map((status) => (rows.current.get(status) ?? []).map(({ id }) => id));
    const next = nextCard(grid, last.current, direction);
    if (next === null) return;
    links.focus(next);
    links.bringIntoView(next);
  };
  useCommands([
    { id: 'row.next', run: () => go('down') },
    { id: 'row.previous', run: () => go('up') },
    { id: 'card.right', run: () => go('right') },
    { id: 'card.left', run: () => go('left') },
  ]);
  /** Arrow keys on a card's link only, because elsewhere they scroll. */
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = arrows[event.key];
    if (!direction || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(direction);
  };
  const setTarget = (row: Row | null) => {
    if (row) last.current = row.id;
    onTarget(row);
  };
  return { setColumn, links, onKeyDown, setTarget };
}

export type Cards = ReturnType<typeof useCards>;
