import { Store } from '../kernel/store.ts';
import type { MenuPlace, MoveMenuState } from './move-menu.ts';

/** The only open menu, stored outside React's tree, so that opening one renders one button and not the list. */
export class MenuStore extends Store<MoveMenuState | null> {
  /** The screen and the open application. */
  #shown = '';

  constructor() {
    super(null);
  }

  /** Closes the menu of what was shown before. */
  enter(shown: string): void {
    if (shown !== this.#shown) this.set(null);
    this.#shown = shown;
  }

  /** Closes the menu of a button that is gone. */
  drop(id: string, place: MenuPlace): void {
    const menu = this.read();
    if (menu?.row.id === id && menu.place === place) this.set(null);
  }
}
