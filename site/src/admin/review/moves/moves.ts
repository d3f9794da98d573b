import { Store } from '../kernel/store.ts';
import { asReviewError, type ReviewError } from '../kernel/data/review-error.ts';
import type { Row, Status } from '../kernel/data/shapes/row.ts';
import type { Filter } from '../../route/filter.ts';
import type { Moved } from './mail/queries.ts';

/** The application as it was shown, and where it shall go. */
export interface MoveRequest {
  readonly row: Row;
  readonly to: Status;
  /** The key of the reason to decline. */
  readonly reason?: string;
}

/** A failed move, shown until the person decides. */
export interface FailedMove extends MoveRequest {
  readonly error: ReviewError;
}

/** The status of an application after the moves made here, whatever the loaded rows contain. */
interface Shown {
  /** The row when the move was chosen. */
  readonly row: Row;
  readonly to: Status;
  /** Rows of a lower version are from before the move. */
  readonly version: number;
  /** The version after the last move of it, null when one of them failed. */
  readonly tail: Promise<number | null>;
}

/** `isLast` means that no other move was chosen since. `chosenAt` is in milliseconds as in `performance.now`. */
export interface HowMade {
  readonly isLast: boolean;
  readonly chosenAt: number;
}

interface Options {
  readonly send: (request: MoveRequest, seenVersion: number) => Promise<Moved>;
  /** Resolves to false if the move was typed by mistake. It is not sent then. */
  readonly isDeliberate: () => Promise<boolean>;
  readonly onMade: (request: MoveRequest, moved: Moved, how: HowMade) => void;
  /** Called when nothing is pending any more. Resolves to true if the moved applications were reloaded. */
  readonly onSettled: (movedIds: readonly string[]) => Promise<boolean>;
}

interface MovesState {
  readonly shown: ReadonlyMap<string, Shown>;
  readonly failedMoves: readonly FailedMove[];
}

/** Milliseconds after which a failed reload is tried again. */
const RELOAD_MS = 5_000;

/**
 * Moves in progress. A move shows at once and is saved in the background. Moves of one application run one after the
 * other, each with the version of the one before. A failed one is reverted and kept in `failedMoves`, each
 * separately, so that the next move does not hide it.
 */
export class Moves extends Store<MovesState> {
  readonly #options: Options;
  readonly #inProgress = new Set<Promise<unknown>>();
  /** The last move of each application whose row was loaded since. */
  readonly #loaded = new Map<string, Shown>();
  #last: MoveRequest | null = null;
  readonly #moved = new Set<string>();

  constructor(options: Options) {
    super({ shown: new Map(), failedMoves: [] });
    this.#options = options;
  }

  /** Shows the move at once and saves it. Resolves to false if it was typed by mistake and is taken back. */
  move(row: Row, to: Status, { reason }: Pick<MoveRequest, 'reason'> = {}): Promise<boolean> {
    const request = { row, to, ...(reason && { reason }) };
    this.#moved.add(row.id);
    const before = this.read().shown.get(row.id);
    const last = this.#lastSince(row);
    const seen = last ? last.tail : Promise.resolve(row.version);
    const isMeant = this.#options.isDeliberate();
    const chosenAt = performance.now();
    const sent = isMeant.then((meant) => (meant ? this.#send(request, chosenAt, seen) : seen));
    this.#show(row.id, { row, to, version: last?.version ?? row.version, tail: sent });
    void isMeant.then((meant) => {
      if (meant) this.#last = request;
      // Unless another move was chosen since.
      else if (this.read().shown.get(row.id)?.tail === sent) this.#show(row.id, before);
    });
    this.#inProgress.add(sent);
    void sent.finally(() => {
      this.#inProgress.delete(sent);
      if (this.#inProgress.size === 0) void this.#reload();
    });
    return isMeant;
  }

  /** Returns the version that a writer of this application has seen, after its pending moves. */
  async versionOf(row: Row): Promise<number> {
    // After a move that was not made, the version that was loaded is the one that was seen.
    return (await this.#lastSince(row)?.tail) ?? row.version;
  }

  /** Returns the last move of an application made since this row, which a drag or an open menu may hold, was loaded. */
  #lastSince({ id, version }: Row): Shown | undefined {
    const last = this.read().shown.get(id) ?? this.#loaded.get(id);
    return last && version <= last.version ? last : undefined;
  }

  /** Tries it again with the version that was seen, or over the one that is there now. */
  again(failedMove: FailedMove, row: Row = failedMove.row): void {
    this.dismiss(failedMove);
    void this.move(row, failedMove.to, failedMove);
  }

  /** Removes the failure of this application's move to this status. */
  dismiss(move: MoveRequest): void {
    this.#change({ failedMoves: this.#otherFailures(move) });
  }

  #otherFailures({ row, to }: MoveRequest): readonly FailedMove[] {
    return this.read().failedMoves.filter((other) => other.row.id !== row.id || other.to !== to);
  }

  /** Resolves when every answer has arrived. */
  async settled(): Promise<void> {
    while (this.#inProgress.size > 0) await Promise.all(this.#inProgress);
  }

  async #send(request: MoveRequest, chosenAt: number, seen: Promise<number | null>): Promise<number | null> {
    const { id } = request.row;
    const version = await seen;
    try {
      if (version === null)
        throw this.read().failedMoves.find(({ row }) => row.id === id)?.error ?? new Error('unmade');
      const moved = await this.#options.send(request, version);
      const shown = this.read().shown.get(id);
      if (shown) this.#show(id, { ...shown, version: moved.row.version - Number(shown.to === request.to) });
      this.dismiss(request);
      this.#options.onMade(request, moved, { isLast: request === this.#last, chosenAt });
      return moved.row.version;
    } catch (cause) {
      this.#show(id, undefined);
      const failed = { ...request, error: asReviewError(cause) };
      this.#change({ failedMoves: [...this.#otherFailures(request), failed] });
      return null;
    }
  }

  /** Shows the loaded rows again once they include the moves. */
  async #reload(): Promise<void> {
    const settled = [...this.read().shown];
    const movedIds = [...this.#moved];
    this.#moved.clear();
    if (await this.#options.onSettled(movedIds)) {
      const shown = new Map(this.read().shown);
      for (const [id, entry] of settled) {
        if (shown.get(id) !== entry) continue;
        shown.delete(id);
        this.#loaded.set(id, entry);
      }
      this.#change({ shown });
    } else {
      for (const id of movedIds) this.#moved.add(id);
      setTimeout(() => this.#inProgress.size === 0 && this.#moved.size > 0 && this.#reload(), RELOAD_MS);
    }
  }

  #show(id: string, entry: Shown | undefined): void {
    const shown = new Map(this.read().shown);
    if (entry) shown.set(id, entry);
    else shown.delete(id);
    this.#change({ shown });
  }

  #change(part: Partial<MovesState>): void {
    this.set({ ...this.read(), ...part });
  }
}

/** An application as it stands by the moves that were chosen here. */
export function shownRow<R extends Row>(row: R, { shown }: MovesState): R {
  const entry = shown.get(row.id);
  return entry && row.version <= entry.version ? { ...row, status: entry.to } : row;
}

/** Returns the rows of a list after pending moves, without those that leave the filter. */
export function shownRows(rows: readonly Row[], moves: MovesState, { status }: Filter): readonly Row[] {
  if (moves.shown.size === 0) return rows;
  return rows
    .map((row) => shownRow(row, moves))
    .filter((row, place) => row === rows[place] || !status || status.includes(row.status));
}

/** Returns the rows of one status after pending moves. Those moved there come first until they are loaded there. */
export function shownColumn(rows: readonly Row[], moves: MovesState, status: Status): readonly Row[] {
  const loaded = new Set(rows.map(({ id }) => id));
  const arrived = [...moves.shown.values()].filter(({ to, row }) => to === status && !loaded.has(row.id));
  return [...arrived.map(({ row }) => ({ ...row, status })), ...shownRows(rows, moves, { status: [status] })];
}
