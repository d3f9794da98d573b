import { Round } from './round.ts';

/** The owner of a task, a network and one caller in it. */
export interface QueueOwner {
  readonly network: string;
  readonly caller: string;
}

interface Bounds {
  /** The number of tasks that run at once. */
  readonly running: number;
  readonly waiting: number;
  /** The most of either that one network may have. */
  readonly perNetwork: { readonly running: number; readonly waiting: number };
  /**
   * If at least this many tasks wait, each task is followed by a rest that takes as long as the task did. Rests below a
   * millisecond, the shortest time of a timer, are added up.
   */
  readonly restFrom?: number;
}

/** The shortest rest, in milliseconds. */
const SHORTEST_REST = 1;

/** A task was refused or evicted, because its network already has its share or the queue is full. */
export class QueueRefusal extends Error {
  override name = 'QueueRefusal';
  readonly reason: 'share' | 'full';

  constructor(reason: 'share' | 'full') {
    super(`Refused: ${reason}`);
    this.reason = reason;
  }
}

interface Waiting {
  begin(): void;
  refuse(refusal: QueueRefusal): void;
}

/** One network's part of the queue. */
class Line {
  readonly waiting = new Round<Waiting>();
  running = 0;
  isResting = false;
  /** Milliseconds of rest that it has not begun yet. */
  owedMs = 0;
}

/**
 * Bounds how many tasks run at once. The others wait, and networks take turns; within a network its callers do. A
 * flood so delays only its own network. When the queue is full, the network with most tasks in it loses its newest to
 * one that has fewer.
 *
 * @example
 * const queue = new FairQueue({ running: 2, waiting: 100, perNetwork: { running: 1, waiting: 50 } });
 * await queue.run({ network: '192.0.2.0/24', caller: '192.0.2.7' }, () => verify(password, hash));
 */
export class FairQueue {
  readonly #bounds: Bounds;
  /** In the order in which networks have their turns. */
  readonly #lines = new Map<string, Line>();
  #free: number;
  #waiting = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    this.#free = bounds.running;
  }

  /** Runs `task` when its turn comes. @throws QueueRefusal without having begun it */
  async run<Answer>(owner: QueueOwner, task: () => Promise<Answer>): Promise<Answer> {
    await this.#turn(owner);
    const begun = performance.now();
    try {
      return await task();
    } finally {
      this.#end(owner.network, performance.now() - begun);
    }
  }

  /** Resolves when a task of `owner` may run. */
  async #turn({ network, caller }: QueueOwner): Promise<void> {
    const line = this.#lines.get(network) ?? new Line();
    if (this.#free > 0 && this.#mayRun(line)) return this.#begin(network, line);
    this.#makeRoom(line, caller);
    this.#lines.set(network, line);
    this.#waiting += 1;
    await new Promise<void>((begin, refuse) => line.waiting.add(caller, { begin, refuse }));
  }

  #mayRun({ running, isResting }: Line): boolean {
    return !isResting && running < this.#bounds.perNetwork.running;
  }

  #begin(network: string, line: Line): void {
    this.#free -= 1;
    line.running += 1;
    this.#moveToEnd(network, line);
  }

  /** After a task begins and again after it ends, its network has its next turn behind all others. */
  #moveToEnd(network: string, line: Line): void {
    this.#lines.delete(network);
    if (line.running > 0 || line.isResting || line.waiting.size > 0) this.#lines.set(network, line);
  }

  #end(network: string, ranMs: number): void {
    const line = this.#lines.get(network)!;
    const { restFrom = Infinity } = this.#bounds;
    const waitingOfOthers = this.#waiting - line.waiting.size;
    line.running -= 1;
    // A flood of many networks rests as a whole. If one network floods, the others may use the place while it rests.
    if (waitingOfOthers >= restFrom) this.#after(ranMs, () => (this.#free += 1));
    else {
      this.#free += 1;
      if (this.#waiting >= restFrom) this.#addRest(network, line, ranMs);
    }
    this.#moveToEnd(network, line);
    this.#serve();
  }

  #after(ms: number, change: () => void): void {
    setTimeout(() => {
      change();
      this.#serve();
    }, ms);
  }

  #addRest(network: string, line: Line, ms: number): void {
    line.owedMs += ms;
    line.isResting = line.owedMs >= SHORTEST_REST;
    if (!line.isResting) return;
    this.#after(line.owedMs, () => {
      line.isResting = false;
      if (line.running === 0 && line.waiting.size === 0) this.#lines.delete(network);
    });
    line.owedMs = 0;
  }

  #serve(): void {
    while (this.#free > 0) {
      const next = this.#nextLine();
      if (!next) return;
      const [network, line] = next;
      this.#waiting -= 1;
      const { begin } = line.waiting.takeNext()!;
      this.#begin(network, line);
      begin();
    }
  }

  #nextLine(): [string, Line] | undefined {
    for (const entry of this.#lines) if (entry[1].waiting.size > 0 && this.#mayRun(entry[1])) return entry;
    return undefined;
  }

  /** @throws QueueRefusal where no other owner has more in the queue than the newcomer */
  #makeRoom(line: Line, caller: string): void {
    const isFull = this.#waiting >= this.#bounds.waiting;
    const hasShare = line.waiting.size >= this.#bounds.perNetwork.waiting;
    if (!isFull && !hasShare) return;
    const longest = hasShare ? line : this.#longestLine();
    const pushedOut =
      longest.waiting.size > line.waiting.size + 1
        ? longest.waiting.takeNewestOfLongest(0)
        : line.waiting.takeNewestOfLongest(line.waiting.countOf(caller) + 1);
    if (!pushedOut) throw new QueueRefusal(hasShare ? 'share' : 'full');
    this.#waiting -= 1;
    pushedOut.refuse(new QueueRefusal('share'));
  }

  #longestLine(): Line {
    return [...this.#lines.values()].reduce((one, other) =>
      other.waiting.size > one.waiting.size ? other : one,
    );
  }
}
