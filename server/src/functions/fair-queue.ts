/** A request that is refused: its owner has its share already, or the queue is full. */
export class QueueRefusal extends Error {
  override name = 'QueueRefusal';
  readonly reason: 'owner' | 'full';

  constructor(reason: 'owner' | 'full') {
    super(`Refused: ${reason}`);
    this.reason = reason;
  }
}

interface Bounds {
  readonly running: number;
  readonly waiting: number;
  /** The most that one owner may have of either. */
  readonly perOwner: { readonly running: number; readonly waiting: number };
}

interface Waiting {
  resolve(): void;
  reject(error: QueueRefusal): void;
}

/**
 * A semaphore with a queue that serves owners round-robin, so that an owner with many requests delays only its own. When
 * the queue is full, the owner with most requests in it loses its newest to one with fewer.
 */
export class FairQueue {
  readonly #bounds: Bounds;
  readonly #taken = new Map<string, number>();
  /** Served round-robin, in this order. */
  readonly #queues = new Map<string, Waiting[]>();
  #free: number;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    this.#free = bounds.running;
  }

  /** Resolves when a request of `owner` may run, until `release`. @throws QueueRefusal */
  async acquire(owner: string): Promise<void> {
    if (this.#free > 0 && this.#mayHaveOneMore(owner)) return this.#give(owner);
    const queue = this.#queues.get(owner) ?? [];
    if (queue.length >= this.#bounds.perOwner.waiting) throw new QueueRefusal('owner');
    this.#makeRoom(queue.length);
    return new Promise((resolve, reject) => {
      queue.push({ resolve, reject });
      this.#queues.set(owner, queue);
    });
  }

  release(owner: string): void {
    this.#free += 1;
    const taken = this.#taken.get(owner)! - 1;
    if (taken === 0) this.#taken.delete(owner);
    else this.#taken.set(owner, taken);
    const next = [...this.#queues.keys()].find((waiting) => this.#mayHaveOneMore(waiting));
    if (next !== undefined) this.#giveToFirst(next);
  }

  #mayHaveOneMore(owner: string): boolean {
    return (this.#taken.get(owner) ?? 0) < this.#bounds.perOwner.running;
  }

  #give(owner: string): void {
    this.#free -= 1;
    this.#taken.set(owner, (this.#taken.get(owner) ?? 0) + 1);
  }

  /** Serves the first request of `owner`, which then goes to the end of the round. */
  #giveToFirst(owner: string): void {
    const queue = this.#queues.get(owner)!;
    this.#queues.delete(owner);
    const first = queue.shift()!;
    if (queue.length > 0) this.#queues.set(owner, queue);
    this.#give(owner);
    first.resolve();
  }

  /** For an owner with `own` requests in the queue. */
  #makeRoom(own: number): void {
    const queues = [...this.#queues].sort(([, one], [, other]) => other.length - one.length);
    const all = queues.reduce((sum, [, queue]) => sum + queue.length, 0);
    if (all < this.#bounds.waiting) return;
    const [longest] = queues;
    if (!longest || longest[1].length <= own + 1) throw new QueueRefusal('full');
    longest[1].pop()!.reject(new QueueRefusal('owner'));
  }
}
