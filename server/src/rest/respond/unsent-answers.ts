import type { ServerResponse } from 'node:http';

/** Smaller answers are not counted, because the kernel buffers most of them at once. */
const LARGE_BYTES = 64 * 1024;

interface Bounds {
  readonly bytes: number;
  /** The bytes of one caller, from which on its next requests wait. */
  readonly bytesOfOne: number;
}

/**
 * Bounds the memory of large answers that clients have not taken yet. A caller with too many waits before its next
 * request. If those of all callers are too many, the connections of the caller with most are closed, the oldest first.
 */
export class UnsentAnswers {
  readonly #bounds: Bounds;
  /** In the order in which they were sent. */
  readonly #answers = new Map<ServerResponse, { readonly caller: string; readonly bytes: number }>();
  #waiting: (() => void)[] = [];

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Returns true if `caller` may have another answer. */
  hasRoom(caller: string): boolean {
    return this.#bytesOf(caller) < this.#bounds.bytesOfOne;
  }

  /** Resolves when `caller` may have another answer. */
  async room(caller: string): Promise<void> {
    while (!this.hasRoom(caller)) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Counts an answer until its client has taken it or has gone. */
  add(response: ServerResponse, caller: string, bytes: number): void {
    if (bytes < LARGE_BYTES || response.destroyed) return;
    this.#answers.set(response, { caller, bytes });
    response.once('close', () => this.#remove(response));
    while (this.#bytesOf(null) > this.#bounds.bytes) this.#closeOne();
  }

  #remove(response: ServerResponse): void {
    this.#answers.delete(response);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }

  /** The bytes of one caller, or of all. */
  #bytesOf(caller: string | null): number {
    let sum = 0;
    for (const answer of this.#answers.values())
      if (caller === null || answer.caller === caller) sum += answer.bytes;
    return sum;
  }

  #closeOne(): void {
    const callers = new Set([...this.#answers.values()].map(({ caller }) => caller));
    const [greediest] = [...callers].sort((one, other) => this.#bytesOf(other) - this.#bytesOf(one));
    const [response] = [...this.#answers].find(([, { caller }]) => caller === greediest)!;
    this.#answers.delete(response);
    response.destroy();
  }
}
