import { Store } from '../kernel/store.ts';
import type { MenuPlace, MoveMenuState } from './move-menu.ts';

/** A menu that was asked for. */
type WantedMenu = Pick<MoveMenuState, 'row' | 'place' | 'hasMail'>;

/** The only open menu, stored outside React's tree, so that opening one renders one button and not the list. */
export class MenuStore extends Store<MoveMenuState | null> {
  #wanted: WantedMenu | null = null;

  constructor() {
    super(null);
  }

  /** Keeps in mind a menu that cannot be shown yet, until another is set or closed. */
  want(menu: WantedMenu): void {
    this.#wanted = menu;
  }

  /** Returns a requested menu once. */
  takeWanted(): WantedMenu | null {
    const wanted = this.#wanted;
    this.#wanted = null;
    return wanted;
  }

  /** Neither shows nor waits for the menu of a button that is gone. */
  drop(id: string, place: MenuPlace): void {
    const hangsThere = (menu: WantedMenu | null) => menu?.row.id === id && menu.place === place;
    if (hangsThere(this.#wanted)) this.#wanted = null;
    if (hangsThere(this.read())) this.set(null);
  }

  override set(menu: MoveMenuState | null): void {
    this.#wanted = null;
    super.set(menu);
  }
}
