/** A part of the page that handles keys. */
export interface Layer {
  /** The higher one is asked first. */
  readonly level: number;
  /** Returns the action of a key or a sequence ('g b'), or null to ask the layer below. */
  readonly find: (keys: string) => (() => void) | null;
  /** Returns true if a sequence of keys begins with this one. */
  readonly leads?: (key: string) => boolean;
}

/** Someone who lets keys wait until what they concern is there. */
export interface Wait {
  /** Ends the wait with success. The queued keys take effect in order. */
  readonly done: () => void;
  /** Ends the wait with failure. The queued keys are dropped, with a notice. */
  readonly fail: () => void;
  /** Returns true after one of these, or after the timeout. */
  readonly hasEnded: () => boolean;
}

interface Options {
  /** Delivers a waiting key to a field, or runs the action of `take`. Draws the result before the next key. */
  readonly deliver: (key: string, take: () => (() => void) | null) => void;
  /** Returns the shown application, because a key applies to what is shown when it is pressed. */
  readonly shown: () => string | null;
  readonly onDropped: () => void;
  /** A wait that lasts longer has failed. */
  readonly timeoutMs: number;
  /** The present time on the clock of the keys' times, in milliseconds. */
  readonly now: () => number;
}

/** Milliseconds within which the second key of a sequence is to follow. */
const SEQUENCE_MS = 2_000;

/** A key and when it was pressed, in milliseconds. */
interface Pressed {
  readonly key: string;
  readonly at: number;
}

const nothing = () => {};

/** Runs after this render, because each queued key renders, and one render cannot contain another. */
export function soon(end: (() => void) | undefined): void {
  if (end) queueMicrotask(end);
}

/**
 * Converts keys to commands. Parts of the page register layers, and the highest one that knows a key handles it.
 * While something that a key concerns is loading, keys wait in a queue, so that they work at any pace. None is lost,
 * and none applies to another application than intended.
 */
export class Keyboard {
  readonly #options: Options;
  readonly #layers = new Set<Layer>();
  readonly #waits = new Set<object>();
  #queue: Pressed[] = [];
  /** The first key of a sequence. */
  #lead: Pressed | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  register(layer: Layer): () => void {
    this.#layers.add(layer);
    return () => void this.#layers.delete(layer);
  }

  /** Handles a key that was pressed `at` this time. Returns true if it did something or waits. */
  press(key: string, at = this.#options.now()): boolean {
    if (this.#waits.size > 0) {
      this.#queue.push({ key, at });
      return true;
    }
    const run = this.#take({ key, at });
    run?.();
    return run !== null;
  }

  /** Returns true if this key does something now. */
  knows(key: string): boolean {
    return this.#find(key) !== null;
  }

  /**
   * Queues keys from now on. A `first` key is pressed again before the others when the wait is done, unless another
   * application is shown by then.
   */
  hold(first?: string): Wait {
    const shown = this.#options.shown();
    const wait = {};
    this.#waits.add(wait);
    if (first !== undefined) this.#queue.unshift({ key: first, at: this.#options.now() });
    const timer = setTimeout(() => end(false), this.#options.timeoutMs);
    const end = (isThere: boolean) => {
      clearTimeout(timer);
      if (!this.#waits.delete(wait)) return;
      if (!isThere || (first !== undefined && shown !== this.#options.shown())) this.#drop();
      this.#drain();
    };
    return { done: () => end(true), fail: () => end(false), hasEnded: () => !this.#waits.has(wait) };
  }

  /** Returns a key's action, as the second one of a sequence or alone. */
  #take({ key, at }: Pressed): (() => void) | null {
    const lead = this.#lead;
    this.#lead = null;
    const isSecond = lead !== null && at - lead.at <= SEQUENCE_MS;
    const run = this.#find(isSecond ? `${lead.key} ${key}` : key);
    if (run) return run;
    if (isSecond) return nothing;
    if (![...this.#layers].some((layer) => layer.leads?.(key))) return null;
    this.#lead = { key, at };
    return nothing;
  }

  #find(keys: string): (() => void) | null {
    const layers = [...this.#layers].sort((one, other) => other.level - one.level);
    for (const layer of layers) {
      const run = layer.find(keys);
      if (run) return run;
    }
    return null;
  }

  #drain(): void {
    while (this.#waits.size === 0) {
      const pressed = this.#queue.shift();
      if (pressed === undefined) return;
      this.#options.deliver(pressed.key, () => this.#take(pressed));
    }
  }

  #drop(): void {
    if (this.#queue.length > 0) this.#options.onDropped();
    this.#queue = [];
  }
}
