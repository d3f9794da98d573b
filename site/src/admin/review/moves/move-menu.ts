import type { Row, Status } from '../kernel/data/shapes/row.ts';
import { statusDisplay } from '../kernel/status/status-display.ts';
import type { Reason } from './mail/reasons.ts';
import type { MoveRequest } from './moves.ts';
import { movesFrom, whyNotMove } from './paths.ts';

/** The place of a menu, because several buttons may move the same application. */
export type MenuPlace = 'row' | 'card' | 'panel';

/** A move in the menu. */
interface MoveItem {
  readonly label: string;
  readonly key: string | null;
  readonly to: Status;
  readonly reason?: string;
  /** Replace the menu's items when this one is chosen. Null opens the dialog, which asks for the rest. */
  readonly items?: readonly MoveItem[] | null;
}

/** The ways to open a menu. */
export interface MenuOptions {
  /** A key opened it, so that the next one may choose. A Space on a focused button is typed too easily. */
  readonly hasKeys?: boolean;
  /** The moves are made with a mail whose words are asked for. */
  readonly hasMail?: boolean;
  /** Called after a move was chosen. */
  readonly onMoved?: () => void;
}

/** The open menu of moves, with the application that was shown when it opened. */
export interface MoveMenuState extends MenuOptions {
  readonly row: Row;
  readonly place: MenuPlace;
  readonly items: readonly MoveItem[];
  /** The marked item, null until an arrow key marks one. The last one is the switch that sends a mail with the move. */
  readonly index: number | null;
  readonly hasMail: boolean;
}

export interface Chosen extends MoveRequest {
  readonly hasMail: boolean;
}

/** The effect of a key on the menu. `menu` is null when it closed, `chosen` is set when a move was chosen. */
interface Answer {
  readonly menu: MoveMenuState | null;
  readonly chosen?: Chosen;
  /** A sentence why this move cannot be made. */
  readonly whyNot?: string;
}

const closed: Answer = { menu: null };

/** Returns the moves of an application of this status. A decline can name one of the reasons, null before they are loaded. */
export function moveItems(from: Status, reasons: readonly Reason[] | null): readonly MoveItem[] {
  return movesFrom(from).flatMap((to): readonly MoveItem[] => {
    const { label, key } = statusDisplay[to];
    if (to !== 'declined' || reasons?.length === 0) return [{ to, label, key }];
    const items = reasons?.map((reason) => ({
      to,
      reason: reason.key,
      label: reason.label,
      key: String(reason.position),
    }));
    return [
      { to, label, key },
      { to, label: 'Declined, with a reason…', key: 'd', items: items ?? null },
    ];
  });
}

/** Chooses the item at this place, as a press on it does. */
export function choose(menu: MoveMenuState, index: number): Answer {
  const item = menu.items[index];
  if (!item) return { menu: { ...menu, index, hasMail: !menu.hasMail } };
  if (item.items) return { menu: { ...menu, items: item.items, index: null } };
  const { to, reason, items } = item;
  const hasMail = menu.hasMail || items === null;
  return { menu: null, chosen: { row: menu.row, to, hasMail, ...(reason && { reason }) } };
}

/** Returns the item that a key marks, or null. */
function markOf({ items, index }: MoveMenuState, key: string): number | null {
  // The last one is the switch for a mail.
  const last = items.length;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'ArrowDown') return index === null || index === last ? 0 : index + 1;
  if (key === 'ArrowUp') return index === null || index === 0 ? last : index - 1;
  return null;
}

/**
 * Handles a key in an open menu. Only the key of a move right after the one that opened the menu, or an arrow key and
 * Enter, choose. Every other key closes the menu, so that no typed text chooses.
 */
export function pressInMenu(menu: MoveMenuState, key: string): Answer {
  const mark = markOf(menu, key);
  if (mark !== null) return { menu: { ...menu, index: mark } };
  if (key === 'Enter' || key === ' ') return menu.index === null ? closed : choose(menu, menu.index);
  if (!menu.hasKeys) return closed;
  const place = menu.items.findIndex((item) => item.key === key);
  if (place !== -1) return choose(menu, place);
  const refused = Object.keys(statusDisplay).find((to) => statusDisplay[to as Status].key === key);
  const whyNot = refused && whyNotMove(menu.row.status, refused as Status);
  return whyNot ? { menu, whyNot } : closed;
}
