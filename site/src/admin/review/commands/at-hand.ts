import type { Row } from '../data/shapes/row.ts';
import type { MenuPlace } from '../moves/move-menu.ts';

/** The target of a command, the open application, or that of the current row or card. */
export interface AtHand {
  readonly row: Row | undefined;
  /** The position of its menu of moves. */
  readonly place: MenuPlace;
}
