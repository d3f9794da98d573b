/** A value outside React's tree, read with `useSyncExternalStore`. */
export class Store<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  readonly subscribe = (onChange: () => void) => {
    this.#listeners.add(onChange);
    return () => void this.#listeners.delete(onChange);
  };
  readonly read = () => this.#value;

  set(value: Value): void {
    if (value === this.#value) return;
    this.#value = value;
    this.#listeners.forEach((onChange) => onChange());
  }
}
