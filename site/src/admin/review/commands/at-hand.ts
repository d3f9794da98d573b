import type { Row } from '../data/shapes/row.ts';
import type { MenuPlace } from '../moves/move-menu.ts';

/** What a command is meant for: the application that is open, else the one whose row or card one is at. */
export interface AtHand {
  readonly row: Row | undefined;
  /** Where its menu of moves hangs. */
  readonly place: MenuPlace;
}
