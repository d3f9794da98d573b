import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AnswerMessage } from '../message.ts';

/** The largest piece of a body that crosses threads, and the number that the client has not taken yet. */
const PIECE_BYTES = 64 * 1024;
const MAX_PIECES = 4;
const WINDOW_BYTES = MAX_PIECES * PIECE_BYTES;

/** The bytes that a chunk counts at least, so that an endless stream of empty ones does not keep the thread busy. */
const MIN_CHUNK_BYTES = 64;

type Send = (message: AnswerMessage, transfer?: readonly ArrayBuffer[]) => void;
type Chunk = ReadableStreamReadResult<Uint8Array>;

/** Sends the answer to one request out of a thread, as fast as the client takes it. */
export class OutgoingAnswer {
  readonly #send: Send;
  readonly #cancelled = new AbortController();
  #reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  /** The next chunk, which may have been asked for already. */
  #next: Promise<Chunk> | null = null;
  #isComplete = false;
  #places = MAX_PIECES;
  #continue = () => {};

  constructor(send: Send) {
    this.#send = send;
  }

  /** Aborts when the client has gone, or the answer takes too long. */
  get signal(): AbortSignal {
    return this.#cancelled.signal;
  }

  /** Makes room for another piece. */
  handleTaken(): void {
    this.#places += 1;
    this.#continue();
  }

  /** Cancels the function's stream. */
  cancel(): void {
    this.#cancelled.abort();
    this.#reader?.cancel().catch((error: unknown) => console.error(error));
    this.#continue();
  }

  /** Resolves when all is sent or the answer is cancelled. Rejects if the function's stream fails. */
  async send({ status, headers, body }: Response): Promise<void> {
    const head = { status, headers: [...headers] };
    if (body === null)
      return this.#send({ kind: 'answer', head: { ...head, length: 0 }, body: new Uint8Array() });
    this.#reader = body.getReader();
    if (this.signal.aborted) return this.cancel();
    const first = await this.#read(WINDOW_BYTES, nextTurn(null));
    const length = this.#isComplete ? first.length : null;
    const whole = length !== null && length <= WINDOW_BYTES ? first.slice() : null;
    this.#send({ kind: 'answer', head: { ...head, length }, body: whole }, whole ? [whole.buffer] : []);
    if (whole) return;
    await this.#sendPieces(first);
    while (!this.#isComplete && !this.signal.aborted) await this.#sendPieces(await this.#read(PIECE_BYTES));
    this.#send({ kind: 'complete' });
  }

  /**
   * Reads what the stream has in this turn of the event loop, about `limit` bytes at most. It waits for a chunk, unless
   * `turn` ends first.
   */
  async #read(limit: number, turn?: Promise<null>): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    for (let counted = 0; ;) {
      this.#next ??= this.#reader!.read();
      const read = await (turn ? Promise.race([this.#next, turn]) : this.#next);
      if (read?.done) this.#isComplete = true;
      if (!read || read.done || counted >= limit) return concatenate(chunks);
      this.#next = null;
      chunks.push(read.value);
      counted += Math.max(read.value.length, MIN_CHUNK_BYTES);
      turn ??= nextTurn(null);
    }
  }

  async #sendPieces(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length && !this.signal.aborted; at += PIECE_BYTES) {
      if (this.#places === 0) await new Promise<void>((resolve) => (this.#continue = resolve));
      this.#places -= 1;
      const piece = bytes.slice(at, at + PIECE_BYTES);
      this.#send({ kind: 'piece', bytes: piece }, [piece.buffer]);
    }
  }
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  for (const chunk of chunks)
    if (!(chunk instanceof Uint8Array)) throw new TypeError('A chunk of the answer is no Uint8Array.');
  const [only, ...more] = chunks;
  return only && more.length === 0 ? only : new Uint8Array(Buffer.concat(chunks));
}
