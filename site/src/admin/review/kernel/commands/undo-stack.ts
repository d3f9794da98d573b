/** Undoes a change. */
type Undo = () => void | Promise<void>;

interface Entry {
  readonly undo: Undo;
  readonly at: number;
  /** The application that was changed. */
  readonly about: string | null;
}

/** A change that is being taken back. */
interface Undoing {
  readonly done: Promise<void>;
  readonly about: string | null;
}

/** Milliseconds after which a change is no longer meant by the key that undoes. */
const KEPT_MS = 5 * 60_000;

/** Changes that can be undone once, by the button of their notice, or the latest first by a key. */
export class UndoStack {
  #entries: Entry[] = [];

  /** `at` is the time of the change in milliseconds as in `performance.now`. */
  offer(undo: Undo, at = performance.now(), about: string | null = null): Undo {
    let isTaken = false;
    const entry: Entry = {
      undo: () => {
        this.#entries = this.#entries.filter((other) => other !== entry);
        if (isTaken) return undefined;
        isTaken = true;
        return undo();
      },
      at,
      about,
    };
    this.#prune(at);
    this.#entries = [...this.#entries, entry].sort((one, other) => one.at - other.at);
    return entry.undo;
  }

  /** Undoes the latest change. Returns null without one in the last five minutes. */
  undoLast(now = performance.now()): Undoing | null {
    this.#prune(now);
    const last = this.#entries.at(-1);
    return last ? { done: Promise.resolve(last.undo()), about: last.about } : null;
  }

  #prune(now: number): void {
    this.#entries = this.#entries.filter(({ at }) => now - at <= KEPT_MS);
  }
}
