import { useRef, type KeyboardEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useView } from '../../../route/use-view.ts';
import type { View } from '../../../route/view.ts';
import { listQuery } from '../../kernel/data/queries.ts';
import { shownColumn } from '../../moves/moves.ts';
import { useMoving } from '../../moves/moving.tsx';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import type { Status } from '../../kernel/data/shapes/row.ts';
import type { RowLinks } from '../../shared/rows/row-links.ts';
import { nextCard, type Direction } from './next-card.ts';

const arrows: Readonly<Record<string, Direction>> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** The number of cards in a column. The list shows the rest. */
const CARDS = 20;

export const columnQuery = ({ filter, sort, descending }: View, status: Status) =>
  listQuery({ ...filter, status: [status] }, sort, descending, null, CARDS);

/** The cards' positions, as the columns show them, and arrow keys. Each card reports its link and its focus. */
export function useCards(columns: readonly Status[], links: RowLinks) {
  const client = useQueryClient();
  const { view } = useView();
  const { moves } = useMoving();
  const last = useRef<string | null>(null);
  const idsOf = (status: Status) => {
    const { data, dataUpdatedAt: at = 0 } = client.getQueryState(columnQuery(view, status).queryKey) ?? {};
    return data ? shownColumn({ rows: data.rows, at }, moves.read(), status).map(({ id }) => id) : [];
  };
  const go = (direction: Direction) => {
    const next = nextCard(columns.map(idsOf), last.current, direction);
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
  const onFocus = (id: string) => void (last.current = id);
  return { links, onKeyDown, onFocus };
}

export type Cards = ReturnType<typeof useCards>;
