/** What keys do while a part of the page is there. */
export interface Layer {
  /** The higher one is asked first. */
  readonly level: number;
  /** What a key does; null where it does nothing here, and the layer below is asked. */
  readonly find: (key: string) => (() => void) | null;
}

/** Someone who lets keys wait until what they concern is there. */
export interface Wait {
  /** It is there: the keys that were typed meanwhile do what they do, in their order. */
  readonly done: () => void;
  /** It will not be there: what was typed meanwhile is dropped, and that is told. */
  readonly fail: () => void;
}

interface Options {
  /** Carries out what a waiting key does and draws what follows from it before the next one. */
  readonly deliver: (key: string, run: (() => void) | null) => void;
  /** The application that is shown: what a key concerns is what is shown when it is pressed. */
  readonly shown: () => string | null;
  readonly onDropped: () => void;
  /** A wait that lasts longer has failed. */
  readonly timeoutMs: number;
}

/**
 * The one place where keys become commands. Parts of the page register layers; a key does what the highest layer says
 * that knows it. While something is on its way that a key concerns, keys wait in a queue, so that they do the same
 * at any pace: none is lost, none meets another application than the one it was meant for.
 */
export class Keyboard {
  readonly #options: Options;
  readonly #layers = new Set<Layer>();
  readonly #waits = new Set<object>();
  #queue: string[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  register(layer: Layer): () => void {
    this.#layers.add(layer);
    return () => void this.#layers.delete(layer);
  }

  /** Presses a key. True when it was taken: it did something, or it waits. */
  press(key: string): boolean {
    if (this.#waits.size > 0) {
      this.#queue.push(key);
      return true;
    }
    const run = this.#find(key);
    run?.();
    return run !== null;
  }

  /**
   * Lets keys wait from here on. A `first` key is pressed again, before the others, when the wait is done, unless another
   * application is shown by then: it was not meant for that one.
   */
  hold(first?: string): Wait {
    const shown = this.#options.shown();
    const wait = {};
    this.#waits.add(wait);
    if (first !== undefined) this.#queue.unshift(first);
    const timer = setTimeout(() => end(false), this.#options.timeoutMs);
    const end = (isThere: boolean) => {
      clearTimeout(timer);
      if (!this.#waits.delete(wait)) return;
      if (!isThere || (first !== undefined && shown !== this.#options.shown())) this.#drop();
      this.#drain();
    };
    return { done: () => end(true), fail: () => end(false) };
  }

  #find(key: string): (() => void) | null {
    const layers = [...this.#layers].sort((one, other) => other.level - one.level);
    for (const layer of layers) {
      const run = layer.find(key);
      if (run) return run;
    }
    return null;
  }

  #drain(): void {
    while (this.#waits.size === 0) {
      const key = this.#queue.shift();
      if (key === undefined) return;
      this.#options.deliver(key, this.#find(key));
    }
  }

  #drop(): void {
    if (this.#queue.length > 0) this.#options.onDropped();
    this.#queue = [];
  }
}
