import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ViewControl } from '../../route/use-view.ts';
import type { View } from '../../route/view.ts';
import { applicationQuery } from '../kernel/data/queries.ts';
import type { Row } from '../kernel/data/shapes/row.ts';
import type { MenuPlace } from '../moves/move-menu.ts';
import { shownRow } from '../moves/moves.ts';
import { useMoving } from '../moves/moving.tsx';
import type { Steps } from '../screens/list/use-steps.ts';

/** The target of a command, the open application, or that of the current row or card. */
export interface CommandTarget {
  readonly row: Row | undefined;
  /** The position of its menu of moves. */
  readonly place: MenuPlace;
}

/** Returns a key's target, the open application, or the current row, or the focused card. */
export function useCommandTarget(
  { view }: ViewControl,
  { rows, current }: Steps,
  card: Row | null,
): CommandTarget {
  const { moves } = useMoving();
  const open = useQuery({ ...applicationQuery(view.open ?? ''), enabled: false });
  if (view.open === null)
    return view.screen === 'list'
      ? { row: rows[current], place: 'row' }
      : { row: card ?? undefined, place: 'card' };
  const applicationDetail = open.data && shownRow(open.data.row, moves.read());
  if (view.screen === 'triage') return { row: applicationDetail ?? card ?? undefined, place: 'panel' };
  return { row: applicationDetail ?? rows.find(({ id }) => id === view.open), place: 'panel' };
}

/** Called with the shown application, because a key applies to what is shown when it is pressed. */
export type OnShown = (id: string | null) => void;

/** Reports the shown application, and closes menus and dialogs that were opened for another one. */
export function useShownApplication(
  { open, screen }: View,
  target: string | null,
  onShown: OnShown,
  onLeave: () => void,
) {
  const { menu } = useMoving();
  const show = useEffectEvent(onShown);
  const leave = useEffectEvent(() => {
    menu.set(null);
    onLeave();
  });
  useLayoutEffect(() => show(open ?? target), [open, target]);
  const place = `${screen} ${open}`;
  const last = useRef(place);
  useLayoutEffect(() => {
    if (last.current !== place) leave();
    last.current = place;
  }, [place]);
}
