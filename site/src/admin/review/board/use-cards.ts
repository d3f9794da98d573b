import { useCallback, useRef, type KeyboardEvent } from 'react';
import { useCommands } from '../commands/use-commands.ts';
import type { Row, Status } from '../data/shapes/row.ts';
import { cardBeside, type Direction } from './ways.ts';

const arrows: Readonly<Record<string, Direction>> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** Where the cards stand and how each gets the focus: each column tells its rows, each card its link. */
export function useCards(columns: readonly Status[], atHand: () => string | null) {
  const rows = useRef(new Map<Status, readonly Row[]>());
  const links = useRef(new Map<string, HTMLAnchorElement>());
  const setColumn = useCallback((status: Status, shown: readonly Row[]) => {
    rows.current.set(status, shown);
    return () => void rows.current.delete(status);
  }, []);
  const setLink = useCallback((id: string, link: HTMLAnchorElement | null) => {
    if (link) links.current.set(id, link);
    else links.current.delete(id);
  }, []);
  const go = (direction: Direction) => {
    const grid = columns.map((status) => (rows.current.get(status) ?? []).map(({ id }) => id));
    const next = cardBeside(grid, atHand(), direction);
    const link = next === null ? undefined : links.current.get(next);
    link?.focus({ preventScroll: true });
    link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  useCommands([
    { id: 'row.next', run: () => go('down') },
    { id: 'row.previous', run: () => go('up') },
    { id: 'card.right', run: () => go('right') },
    { id: 'card.left', run: () => go('left') },
  ]);
  /** The arrow keys, on a card's link alone: elsewhere they scroll. */
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = arrows[event.key];
    if (!direction || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(direction);
  };
  return { setColumn, setLink, onKeyDown };
}

export type Cards = ReturnType<typeof useCards>;
