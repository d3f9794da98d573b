/** The links of the rows or cards that are drawn, by application. */
export class RowLinks {
  readonly #links = new Map<string, HTMLElement>();

  /** A `ref` that keeps the link of an application while it is rendered. */
  readonly keep = (id: string) => (link: HTMLElement | null) => {
    if (!link) return undefined;
    this.#links.set(id, link);
    return () => {
      if (this.#links.get(id) === link) this.#links.delete(id);
    };
  };

  /** Gives an application's link the focus and scrolls nothing. */
  focus(id: string): void {
    this.#links.get(id)?.focus({ preventScroll: true });
  }

  /** Scrolls no more than it takes to see an application's link. */
  bringIntoView(id: string): void {
    this.#links.get(id)?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  }
}
