import { asReviewError, type ReviewError } from '../data/review-error.ts';
import type { Filter, Row, Status } from '../data/shapes/row.ts';
import type { Moved } from '../data/shapes/change.ts';

/** The application as it was shown, and where it shall go. */
export interface Wish {
  readonly row: Row;
  readonly to: Status;
  /** The statuses on the way there, one arrow after the other; left out: one arrow leads there. */
  readonly via?: readonly Status[];
}

/** A move that was not made. It stands there until one decides what becomes of it. */
export interface FailedMove extends Wish {
  readonly error: ReviewError;
}

/** Where an application stands by what was chosen here, whatever the rows that were loaded still say. */
interface Shown {
  /** As it was shown when the move was chosen. */
  readonly row: Row;
  readonly to: Status;
  /** Rows of a lower version are from before the move. */
  readonly version: number;
  /** The version after the last move that was chosen for it; null when one of them was not made. */
  readonly tail: Promise<number | null>;
}

interface Options {
  readonly send: (wish: Wish, seenVersion: number) => Promise<Moved>;
  /** `isLast`: no other move was chosen since. `chosenAt`: in milliseconds, as `performance.now` counts them. */
  readonly onMade: (wish: Wish, moved: Moved, how: { isLast: boolean; chosenAt: number }) => void;
  /** Nothing is on its way any more: what is loaded of those that were to move may be loaded anew. */
  readonly onSettled: (movedIds: readonly string[]) => Promise<unknown>;
}

export interface MovesState {
  readonly shown: ReadonlyMap<string, Shown>;
  readonly failedMoves: readonly FailedMove[];
}

/**
 * Moves on their way. A move shows at once and is sent behind; the moves of one application go one after the other,
 * each with the version that the one before it left. What was not made goes back to where it was and is kept in
 * `unmade`, each by itself: the next move does not hide it.
 */
export class Moves {
  readonly #options: Options;
  readonly #hearers = new Set<() => void>();
  readonly #underway = new Set<Promise<unknown>>();
  #state: MovesState = { shown: new Map(), failedMoves: [] };
  #last: Wish | null = null;
  readonly #moved = new Set<string>();

  constructor(options: Options) {
    this.#options = options;
  }

  readonly subscribe = (onChange: () => void) => {
    this.#hearers.add(onChange);
    return () => void this.#hearers.delete(onChange);
  };
  readonly read = () => this.#state;

  move(row: Row, to: Status, via: readonly Status[] = []): void {
    const wish = { row, to, via };
    this.#last = wish;
    this.#moved.add(row.id);
    const before = this.#state.shown.get(row.id);
    const isBehind = before !== undefined && row.version <= before.version;
    const sent = this.#send(wish, performance.now(), isBehind ? before.tail : Promise.resolve(row.version));
    this.#show(row.id, { row, to, version: isBehind ? before.version : row.version, tail: sent });
    this.#underway.add(sent);
    void sent.finally(() => this.#settle(sent));
  }

  /** The version that a writer of this application has seen: where its moves are on their way, the one they leave. */
  async versionOf(row: Row): Promise<number> {
    const before = this.#state.shown.get(row.id);
    const isBehind = before !== undefined && row.version <= before.version;
    // After a move that was not made, the version that was loaded is the one that was seen.
    return (isBehind ? await before.tail : null) ?? row.version;
  }

  /** Tries it again with the version that was seen, or over the one that is there now. */
  again(failedMoves: FailedMove, row: Row = failedMoves.row): void {
    this.dismiss(failedMoves);
    this.move(row, failedMoves.to, failedMoves.via);
  }

  dismiss(failedMoves: FailedMove): void {
    this.#change({ failedMoves: this.#state.failedMoves.filter((other) => other !== failedMoves) });
  }

  /** When every answer is there. */
  async settled(): Promise<void> {
    while (this.#underway.size > 0) await Promise.all(this.#underway);
  }

  async #send(wish: Wish, chosenAt: number, seen: Promise<number | null>): Promise<number | null> {
    const { id } = wish.row;
    const version = await seen;
    try {
      if (version === null)
        throw this.#state.failedMoves.find(({ row }) => row.id === id)?.error ?? new Error('unmade');
      const moved = await this.#options.send(wish, version);
      const shown = this.#state.shown.get(id);
      if (shown) this.#show(id, { ...shown, version: moved.row.version - Number(shown.to === wish.to) });
      this.#options.onMade(wish, moved, { isLast: wish === this.#last, chosenAt });
      return moved.row.version;
    } catch (cause) {
      const shown = new Map(this.#state.shown);
      shown.delete(id);
      this.#change({
        shown,
        failedMoves: [...this.#state.failedMoves, { ...wish, error: asReviewError(cause) }],
      });
      return null;
    }
  }

  #settle(sent: Promise<unknown>): void {
    this.#underway.delete(sent);
    if (this.#underway.size > 0) return;
    const settled = [...this.#state.shown];
    const movedIds = [...this.#moved];
    this.#moved.clear();
    void this.#options.onSettled(movedIds).then(() => {
      const shown = new Map(this.#state.shown);
      for (const [id, entry] of settled) if (shown.get(id) === entry) shown.delete(id);
      this.#change({ shown });
    });
  }

  #show(id: string, entry: Shown): void {
    this.#change({ shown: new Map(this.#state.shown).set(id, entry) });
  }

  #change(part: Partial<MovesState>): void {
    this.#state = { ...this.#state, ...part };
    this.#hearers.forEach((onChange) => onChange());
  }
}

/** An application as it stands by the moves that were chosen here. */
export function shownRow<R extends Row>(row: R, { shown }: MovesState): R {
  const entry = shown.get(row.id);
  return entry && row.version <= entry.version ? { ...row, status: entry.to } : row;
}

/** The rows of a list as they stand: those that a move takes out of the filter are not among them. */
export function shownRows(rows: readonly Row[], moves: MovesState, { status }: Filter): readonly Row[] {
  if (moves.shown.size === 0) return rows;
  return rows
    .map((row) => shownRow(row, moves))
    .filter((row, place) => row === rows[place] || !status || status.includes(row.status));
}

/** The rows of one status as they stand: those that were moved there stand first until they are loaded there. */
export function shownColumn(rows: readonly Row[], moves: MovesState, status: Status): readonly Row[] {
  const loaded = new Set(rows.map(({ id }) => id));
  const arrived = [...moves.shown.values()].filter(({ to, row }) => to === status && !loaded.has(row.id));
  return [...arrived.map(({ row }) => ({ ...row, status })), ...shownRows(rows, moves, { status: [status] })];
}
