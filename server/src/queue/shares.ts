interface Bounds {
  readonly all: number;
  /** The most that one network may hold. */
  readonly perNetwork: number;
}

/**
 * Counts what networks hold of something bounded, such as bytes in memory. What exceeds a bound is refused at once.
 *
 * @example
 * const shares = new Shares({ all: 100, perNetwork: 25 });
 * if (!shares.take('192.0.2.0/24', 1)) refuse();
 */
export class Shares {
  readonly #bounds: Bounds;
  readonly #held = new Map<string, number>();
  #all = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Takes `amount` for `network`, or returns false where that exceeds a bound. */
  take(network: string, amount: number): boolean {
    const held = (this.#held.get(network) ?? 0) + amount;
    if (held > this.#bounds.perNetwork || this.#all + amount > this.#bounds.all) return false;
    this.#set(network, held, amount);
    return true;
  }

  give(network: string, amount: number): void {
    this.#set(network, (this.#held.get(network) ?? 0) - amount, -amount);
  }

  #set(network: string, held: number, change: number): void {
    this.#all += change;
    if (held > 0) this.#held.set(network, held);
    else this.#held.delete(network);
  }
}
