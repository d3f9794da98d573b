import type { MoveMenuState } from './move-menu.ts';

/** The one open menu. Kept beside React's tree, so that opening one draws one button and not the list. */
export class MenuStore {
  #menu: MoveMenuState | null = null;
  readonly #hearers = new Set<() => void>();

  readonly subscribe = (onChange: () => void) => {
    this.#hearers.add(onChange);
    return () => void this.#hearers.delete(onChange);
  };
  readonly read = () => this.#menu;

  set(menu: MoveMenuState | null): void {
    if (menu === this.#menu) return;
    this.#menu = menu;
    this.#hearers.forEach((onChange) => onChange());
  }
}
