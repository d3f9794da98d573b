/**
 * Spreads work that blocks the event loop. It runs one piece in each iteration of the loop, with clients in
 * round-robin order, so a client with much work delays only itself.
 */
export class FairScheduler {
  readonly #waiting = new Map<string, (() => void)[]>();
  #isTaken = false;

  /** Resolves when work of `client` may run, at once if nothing else waits. */
  take(client: string): Promise<void> | undefined {
    if (!this.#isTaken) return this.#grant();
    return new Promise((resolve) => {
      const own = this.#waiting.get(client);
      if (own) own.push(resolve);
      else this.#waiting.set(client, [resolve]);
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
    const [client, own] = first;
    // Back to the end of the round, if more of its work waits.
    this.#waiting.delete(client);
    const resolve = own.shift()!;
    if (own.length > 0) this.#waiting.set(client, own);
    this.#grant();
    resolve();
  }
}
