import type { Row, Status } from '../kernel/data/shapes/row.ts';

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

export interface Chosen {
  readonly row: Row;
  readonly to: Status;
  readonly hasMail: boolean;
  /** As in moves.ts. */
  readonly via?: readonly Status[];
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
  return index === menu.moves.length && index > 0
    ? open({ ...menu, index, hasMail: !menu.hasMail })
    : open(menu);
}

/** The next item after the marked one whose label begins with this letter. */
function named(menu: MoveMenuState, letter: string, labels: readonly string[]): number {
  const { index } = menu;
  const order = [...labels.keys()].map((place) => (index + 1 + place) % labels.length);
  return order.find((place) => labels[place]?.toLowerCase().startsWith(letter.toLowerCase())) ?? index;
}

/** Handles a key in an open menu. Unknown keys do nothing, here or elsewhere. */
export function pressInMenu(menu: MoveMenuState, key: string, labels: readonly string[]): Answer {
  if (key === 'Escape') return closed;
  if (key === 'Enter' || key === ' ') return choose(menu, menu.index);
  if (/^[1-9]$/.test(key)) return choose(menu, menu.moves[Number(key) - 1] ? Number(key) - 1 : -1);
  const count = labels.length;
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step && count > 0) return open({ ...menu, index: (menu.index + step + count) % count });
  if (key === 'Home') return open({ ...menu, index: 0 });
  if (key === 'End') return open({ ...menu, index: Math.max(count - 1, 0) });
  if (key.length === 1 && count > 0) return open({ ...menu, index: named(menu, key, labels) });
  return open(menu);
}
