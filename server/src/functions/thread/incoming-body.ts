import { Readable } from 'node:stream';

interface Thread {
  /** Called for each piece that the client takes. */
  readonly onTaken: () => void;
  /** Called if the client does not read the rest. */
  readonly onCancel: () => void;
}

/** The body of an answer that a thread sends in pieces. The few that the client has not taken yet wait here. */
export class IncomingBody extends Readable {
  readonly #thread: Thread;
  readonly #pieces: Uint8Array[] = [];
  #isWanted = false;
  #isComplete = false;

  constructor(thread: Thread) {
    super();
    this.#thread = thread;
  }

  add(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#pass();
  }

  /** No more pieces follow. */
  complete(): void {
    this.#isComplete = true;
    this.#pass();
  }

  override _read(): void {
    this.#isWanted = true;
    this.#pass();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#isComplete) this.#thread.onCancel();
    this.#pieces.length = 0;
    done(error);
  }

  #pass(): void {
    if (!this.#isWanted || this.destroyed) return;
    const piece = this.#pieces.shift();
    if (!piece) {
      if (this.#isComplete) this.push(null);
      return;
    }
    this.#isWanted = false;
    this.#thread.onTaken();
    this.push(piece);
  }
}
