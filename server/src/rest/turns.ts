/**
 * Work that takes the event loop's time: one piece in each of its turns, so that everything else the process has to do
 * comes between, and those who ask take turns, so that one who asks much waits for itself.
 */
export class Turns {
  readonly #waiting = new Map<string, (() => void)[]>();
  #isTaken = false;

  /** Resolves when it is the turn of `who`: at once where nothing else waits. */
  take(who: string): Promise<void> | undefined {
    if (!this.#isTaken) return this.#grant();
    return new Promise((resolve) => {
      const own = this.#waiting.get(who);
      if (own) own.push(resolve);
      else this.#waiting.set(who, [resolve]);
    });
  }

  #grant(): undefined {
    this.#isTaken = true;
    setImmediate(() => this.#next());
  }

  #next(): void {
    this.#isTaken = false;
    const [first] = this.#waiting;
    if (!first) return;
    const [who, own] = first;
    // Behind the others, should it wait for more.
    this.#waiting.delete(who);
    const resolve = own.shift()!;
    if (own.length > 0) this.#waiting.set(who, own);
    this.#grant();
    resolve();
  }
}
