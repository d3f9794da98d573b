/** More work waits under one key than may. */
export class QueueFull extends Error {
  override name = 'QueueFull';
}

/** Runs the work of each key one after the other, in the order it came, and the work of different keys side by side. */
export class KeyedQueue {
  readonly #maxWaiting: number;
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  /** @throws QueueFull without having begun */
  async run<Answer>(key: string, work: () => Promise<Answer>): Promise<Answer> {
    await this.#turn(key);
    try {
      return await work();
    } finally {
      this.#next(key);
    }
  }

  async #turn(key: string): Promise<void> {
    const queue = this.#waiting.get(key);
    if (!queue) {
      this.#waiting.set(key, []);
      return;
    }
    if (queue.length >= this.#maxWaiting) throw new QueueFull(`${queue.length} wait already`);
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  #next(key: string): void {
    const resume = this.#waiting.get(key)?.shift();
    if (resume) resume();
    else this.#waiting.delete(key);
  }
}
