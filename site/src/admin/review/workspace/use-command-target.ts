import { useQuery } from '@tanstack/react-query';
import { useView } from '../../route/use-view.ts';
import { applicationQuery } from '../kernel/data/queries.ts';
import type { Row } from '../kernel/data/shapes/row.ts';
import { useTarget } from '../kernel/target.ts';
import type { MenuPlace } from '../moves/move-menu.ts';
import { shownRow } from '../moves/moves.ts';
import { useMoving } from '../moves/moving.tsx';

/** The target of a command, the open application, or that of the current row or card. */
export interface CommandTarget {
  readonly row: Row | undefined;
  /** The position of its menu of moves. */
  readonly place: MenuPlace;
}

/** Returns a key's target, the open application, or the one that the screen has under the focus. */
export function useCommandTarget(): CommandTarget {
  const { view } = useView();
  const { moves } = useMoving();
  const target = useTarget() ?? undefined;
  const open = useQuery({ ...applicationQuery(view.open ?? ''), enabled: false });
  if (view.open === null) return { row: target, place: view.screen === 'list' ? 'row' : 'card' };
  const opened = open.data && shownRow(open.data.row, moves.read());
  return { row: opened ?? (target?.id === view.open ? target : undefined), place: 'panel' };
}
