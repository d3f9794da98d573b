import type { Row } from '../kernel/data/shapes/row.ts';
import type { MenuPlace, MoveMenuState } from './move-menu.ts';

/** A menu that was asked for. */
interface WantedMenu {
  readonly row: Row;
  readonly place: MenuPlace;
  readonly hasMail: boolean;
}

/** The only open menu, stored outside React's tree, so that opening one renders one button and not the list. */
export class MenuStore {
  #menu: MoveMenuState | null = null;
  #wanted: WantedMenu | null = null;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (onChange: () => void) => {
    this.#listeners.add(onChange);
    return () => void this.#listeners.delete(onChange);
  };
  readonly read = () => this.#menu;

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
    if (hangsThere(this.#menu)) this.set(null);
  }

  set(menu: MoveMenuState | null): void {
    this.#wanted = null;
    if (menu === this.#menu) return;
    this.#menu = menu;
    this.#listeners.forEach((onChange) => onChange());
  }
}
