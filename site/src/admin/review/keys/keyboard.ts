/** What keys do while a part of the page is there. */
export interface Layer {
  /** The higher one is asked first. */
  readonly level: number;
  /** What a key or a sequence of keys ('g b') does; null where it does nothing here, and the layer below is asked. */
  readonly find: (keys: string) => (() => void) | null;
  /** Whether a sequence of keys begins with this one. */
  readonly leads?: (key: string) => boolean;
}

/** Someone who lets keys wait until what they concern is there. */
export interface Wait {
  /** It is there: the keys that were typed meanwhile do what they do, in their order. */
  readonly done: () => void;
  /** It will not be there: what was typed meanwhile is dropped, and that is told. */
  readonly fail: () => void;
  /** Whether it has ended, by one of these or because it lasted too long. */
  readonly hasEnded: () => boolean;
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

/** Milliseconds within which the second key of a sequence is to follow. */
const SEQUENCE_MS = 2_000;

/** A key and when it was pressed, in milliseconds. */
interface Pressed {
  readonly key: string;
  readonly at: number;
}

const nothing = () => {};

/**
 * The one place where keys become commands. Parts of the page register layers; a key does what the highest layer says
 * that knows it. While something is on its way that a key concerns, keys wait in a queue, so that they do the same
 * at any pace: none is lost, none meets another application than the one it was meant for.
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

  /** Presses a key. True when it was taken: it did something, or it waits. */
  press(key: string, at = performance.now()): boolean {
    if (this.#waits.size > 0) {
      this.#queue.push({ key, at });
      return true;
    }
    const run = this.#take({ key, at });
    run?.();
    return run !== null;
  }

  /** Whether this key does something at this moment. */
  knows(key: string): boolean {
    return this.#find(key) !== null;
  }

  /**
   * Lets keys wait from here on. A `first` key is pressed again, before the others, when the wait is done, unless another
   * application is shown by then: it was not meant for that one.
   */
  hold(first?: string): Wait {
    const shown = this.#options.shown();
    const wait = {};
    this.#waits.add(wait);
    if (first !== undefined) this.#queue.unshift({ key: first, at: performance.now() });
    const timer = setTimeout(() => end(false), this.#options.timeoutMs);
    const end = (isThere: boolean) => {
      clearTimeout(timer);
      if (!this.#waits.delete(wait)) return;
      if (!isThere || (first !== undefined && shown !== this.#options.shown())) this.#drop();
      this.#drain();
    };
    return { done: () => end(true), fail: () => end(false), hasEnded: () => !this.#waits.has(wait) };
  }

  /** What a key does, as the second one of a sequence or by itself; a second one that belongs to none does nothing. */
  #take(pressed: Pressed): (() => void) | null {
    const lead = this.#lead;
    this.#lead = null;
    if (lead && pressed.at - lead.at <= SEQUENCE_MS)
      return this.#find(`${lead.key} ${pressed.key}`) ?? nothing;
    const run = this.#find(pressed.key);
    if (run || ![...this.#layers].some((layer) => layer.leads?.(pressed.key))) return run;
    this.#lead = pressed;
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
      this.#options.deliver(pressed.key, this.#take(pressed));
    }
  }

  #drop(): void {
    if (this.#queue.length > 0) this.#options.onDropped();
    this.#queue = [];
  }
}
