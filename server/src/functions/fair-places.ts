/** No place for a request: its owner has its share already, or the queue is full. */
export class NoPlace extends Error {
  override name = 'NoPlace';
  readonly reason: 'owner' | 'full';

  constructor(reason: 'owner' | 'full') {
    super(`No place: ${reason}`);
    this.reason = reason;
  }
}

interface Bounds {
  readonly places: number;
  readonly waiting: number;
  /** What one owner may have of either. */
  readonly perOwner: { readonly places: number; readonly waiting: number };
}

interface Waiting {
  resolve(): void;
  reject(error: NoPlace): void;
}

/**
 * Places and a queue before them, given in turn to one owner after the other, so that an owner with many requests delays
 * its own. When the queue is full, the owner with most in it loses its newest to one with fewer.
 */
export class FairPlaces {
  readonly #bounds: Bounds;
  readonly #taken = new Map<string, number>();
  /** In the order of whose turn it is. */
  readonly #queues = new Map<string, Waiting[]>();
  #free: number;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    this.#free = bounds.places;
  }

  /** Resolves when `owner` has a place, which is given back by `leave`; rejects with NoPlace. */
  async take(owner: string): Promise<void> {
    if (this.#free > 0 && this.#mayHaveOneMore(owner)) return this.#give(owner);
    const queue = this.#queues.get(owner) ?? [];
    if (queue.length >= this.#bounds.perOwner.waiting) throw new NoPlace('owner');
    this.#makeRoom(queue.length);
    return new Promise((resolve, reject) => {
      queue.push({ resolve, reject });
      this.#queues.set(owner, queue);
    });
  }

  leave(owner: string): void {
    this.#free += 1;
    const taken = this.#taken.get(owner)! - 1;
    if (taken === 0) this.#taken.delete(owner);
    else this.#taken.set(owner, taken);
    const next = [...this.#queues.keys()].find((waiting) => this.#mayHaveOneMore(waiting));
    if (next !== undefined) this.#giveToFirst(next);
  }

  #mayHaveOneMore(owner: string): boolean {
    return (this.#taken.get(owner) ?? 0) < this.#bounds.perOwner.places;
  }

  #give(owner: string): void {
    this.#free -= 1;
    this.#taken.set(owner, (this.#taken.get(owner) ?? 0) + 1);
  }

  /** An owner that was served goes to the end of the turn. */
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
    if (!longest || longest[1].length <= own + 1) throw new NoPlace('full');
    longest[1].pop()!.reject(new NoPlace('owner'));
  }
}
