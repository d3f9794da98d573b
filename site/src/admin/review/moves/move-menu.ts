import type { Row, Status } from '../kernel/data/shapes/row.ts';
import { statusDisplay } from '../kernel/status-display.ts';
import type { MoveRequest } from './moves.ts';

/** The place of a menu, because several buttons may move the same application. */
export type MenuPlace = 'row' | 'card' | 'panel';

/** The open menu of moves, with the application as it was shown when the menu was opened, and the marked item. */
export interface MoveMenuState {
  readonly row: Row;
  readonly place: MenuPlace;
  readonly moves: readonly Status[];
  /** The marked item. The last one is the switch that sends a mail with the move. */
  readonly index: number;
  readonly hasMail: boolean;
}

export interface Chosen extends MoveRequest {
  readonly hasMail: boolean;
}

/** The effect of a key on the menu. `menu` is null when it closed, `chosen` is set when a move was chosen. */
interface Answer {
  readonly menu: MoveMenuState | null;
  readonly chosen: Chosen | null;
}

const closed: Answer = { menu: null, chosen: null };
const open = (menu: MoveMenuState): Answer => ({ menu, chosen: null });

/** Chooses the item at this place, as a press on it does. */
export function choose(menu: MoveMenuState, index: number): Answer {
  const to = menu.moves[index];
  if (to) return { menu: null, chosen: { row: menu.row, to, hasMail: menu.hasMail } };
  return index === menu.moves.length ? open({ ...menu, index, hasMail: !menu.hasMail }) : open(menu);
}

/** Handles a key in an open menu. Returns null for a key without a meaning there. */
export function pressInMenu(menu: MoveMenuState, key: string): Answer | null {
  if (key === 'Escape') return closed;
  if (key === 'Enter' || key === ' ') return choose(menu, menu.index);
  if (Object.values(statusDisplay).some((move) => move.key === key))
    return choose(
      menu,
      menu.moves.findIndex((to) => statusDisplay[to].key === key),
    );
  // The last item is the switch for a mail.
  const count = menu.moves.length + 1;
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step) return open({ ...menu, index: (menu.index + step + count) % count });
  if (key === 'Home') return open({ ...menu, index: 0 });
  if (key === 'End') return open({ ...menu, index: count - 1 });
  return null;
}
