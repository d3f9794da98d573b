import {
  MutationObserver,
  type Mutation,
  type MutationFilters,
  type QueryClient,
} from '@tanstack/react-query';
import { asReviewError, ReviewError } from '../kernel/data/review-error.ts';
import type { Row, Status } from '../kernel/data/shapes/row.ts';
import { byDevice, serverNow } from '../../../supabase/clock.ts';
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

/** A move and when it was answered, by the clock of the query library. */
type Made = Moved & { readonly at: number };

/** A move with the pending one of the same application that it was chosen after. */
interface ChosenMove extends MoveRequest {
  readonly after: MoveMutation | undefined;
  readonly chosenAt: number;
}

type MoveMutation = Mutation<Made, Error, ChosenMove>;

/** `isLast` means that no other move was chosen since. `chosenAt` is in milliseconds as in `performance.now`. */
export interface HowMade {
  readonly isLast: boolean;
  readonly chosenAt: number;
}

interface Steps {
  readonly send: (request: MoveRequest, seenVersion: number) => Promise<Moved>;
  readonly onMade: (request: MoveRequest, moved: Moved, how: HowMade) => void;
  /** Called after each move. `isLast` means that nothing is pending any more. */
  readonly onSettled: (applicationId: string, isLast: boolean) => void;
}

const mutationKey = ['move'];
/** Moves of one application run one after the other. */
const scopeOf = (applicationId: string) => ({ id: `move.${applicationId}` });

function movesOf(client: QueryClient, applicationId?: string): readonly MoveMutation[] {
  const all = client.getMutationCache().findAll({ mutationKey }) as unknown as readonly MoveMutation[];
  return applicationId === undefined
    ? all
    : all.filter(({ state }) => state.variables?.row.id === applicationId);
}

/** Returns the version of an application that was seen, which the last move made here may have raised. */
const seenVersion = (client: QueryClient, { id, version }: Row): number =>
  Math.max(version, ...movesOf(client, id).map(({ state }) => state.data?.row.version ?? 0));

/** Returns the error of a move that is not sent, because the one it was chosen after failed. */
const errorAfter = (cause: Error): Error =>
  asReviewError(cause).errorKind === 'offline' ? new ReviewError('not-sent', '') : cause;

/** Sets what every move does. A move that was chosen after one that failed is not sent, and fails with it. */
export function setMoveDefaults(client: QueryClient, { send, onMade, onSettled }: Steps): void {
  client.setMutationDefaults<Made, Error, ChosenMove>(mutationKey, {
    networkMode: 'always',
    mutationFn: async (chosen) => {
      if (chosen.after?.state.error) throw errorAfter(chosen.after.state.error);
      // Read only now, because the move before may have raised it.
      return { ...(await send(chosen, seenVersion(client, chosen.row))), at: byDevice(serverNow()) };
    },
    onSuccess: (moved, chosen) => {
      const others = movesOf(client, chosen.row.id).filter(({ state }) => state.status === 'success');
      for (const other of others) client.getMutationCache().remove(other);
      const isLast = movesOf(client).at(-1)?.state.variables === chosen;
      onMade(chosen, moved, { isLast, chosenAt: chosen.chosenAt });
    },
    onSettled: (_moved, _error, { row }) => onSettled(row.id, client.isMutating({ mutationKey }) === 1),
  });
}

/** Shows a move at once and saves it in the background, after those of the same application. */
export function move(client: QueryClient, { row, to, reason }: MoveRequest): void {
  dismiss(client, { row, to });
  const after = movesOf(client, row.id).findLast(({ state }) => state.status === 'pending');
  // The observer keeps the mutation in the cache, also when it has failed.
  const observer = new MutationObserver<Made, Error, ChosenMove>(client, {
    mutationKey,
    scope: scopeOf(row.id),
  });
  void observer
    .mutate({ row, to, ...(reason && { reason }), after, chosenAt: performance.now() })
    .catch(() => {});
}

/** Tries a move again with the version that was seen, or over the one that is there now. */
export function moveAgain(client: QueryClient, failedMove: FailedMove, row: Row = failedMove.row): void {
  move(client, { ...failedMove, row });
}

/** Removes the failure of this application's move to this status. */
export function dismiss(client: QueryClient, { row, to }: Pick<MoveRequest, 'row' | 'to'>): void {
  for (const each of movesOf(client, row.id))
    if (each.state.status === 'error' && each.state.variables?.to === to)
      client.getMutationCache().remove(each);
}

/** Resolves when no such mutation is pending. */
export function settled(client: QueryClient, filters?: MutationFilters): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (client.isMutating(filters) > 0) return;
      stop();
      resolve();
    };
    const stop = client.getMutationCache().subscribe(check);
    check();
  });
}

/** Returns the version that a writer of this application has seen, after its pending moves. */
export async function versionOf(client: QueryClient, row: Row): Promise<number> {
  const predicate = ({ options }: Pick<Mutation, 'options'>) => options.scope?.id === scopeOf(row.id).id;
  await settled(client, { mutationKey, predicate });
  return seenVersion(client, row);
}

/** The status of an application after the moves made here, whatever the loaded rows contain. */
interface Shown {
  /** The row when the move was chosen. */
  readonly row: Row;
  readonly to: Status;
  /** Rows of a higher version are newer than the move. */
  readonly version: number;
  /** The time of its answer, infinite while it is pending. */
  readonly at: number;
}

export interface MovesState {
  readonly shown: ReadonlyMap<string, Shown>;
  readonly failedMoves: readonly FailedMove[];
}

/** Returns the moves made here that are pending, made or failed. */
export function readMoves(client: QueryClient): MovesState {
  const shown = new Map<string, Shown>();
  const failedMoves: FailedMove[] = [];
  for (const { state } of movesOf(client)) {
    if (!state.variables) continue;
    const { row, to, reason } = state.variables;
    const made = state.data?.row.version;
    if (state.status === 'error')
      failedMoves.push({ row, to, ...(reason && { reason }), error: asReviewError(state.error) });
    else if (made !== undefined)
      shown.set(row.id, { row, to, version: made - 1, at: state.data?.at ?? Infinity });
    else shown.set(row.id, { row, to, version: seenVersion(client, row), at: Infinity });
  }
  return { shown, failedMoves };
}

/** Calls `onChange` whenever `readMoves` has changed. */
export const watchMoves = (client: QueryClient, onChange: () => void): (() => void) =>
  client.getMutationCache().subscribe(({ mutation }) => {
    if (mutation?.options.mutationKey?.[0] === mutationKey[0]) onChange();
  });

/** Returns true if a loaded row is from before the moves that were made here. */
export function isMoved({ id, version }: Row, { shown }: MovesState): boolean {
  const entry = shown.get(id);
  return entry !== undefined && version <= entry.version;
}

/** An application as it stands by the moves that were chosen here. */
export const shownRow = <R extends Row>(row: R, moves: MovesState): R =>
  isMoved(row, moves) ? { ...row, status: moves.shown.get(row.id)!.to } : row;

/** Returns the rows of a list after moves, without those that leave the filter. */
export function shownRows(rows: readonly Row[], moves: MovesState, { status }: Filter): readonly Row[] {
  if (!rows.some((row) => isMoved(row, moves))) return rows;
  return rows
    .map((row) => shownRow(row, moves))
    .filter((row, place) => row === rows[place] || !status || status.includes(row.status));
}

/** A status's rows, and when they were loaded by the clock of the query library. */
interface LoadedColumn {
  readonly rows: readonly Row[];
  readonly at: number;
}

/** Returns the rows of one status after moves. Those moved there come first until they are loaded there. */
export function shownColumn({ rows, at }: LoadedColumn, moves: MovesState, status: Status): readonly Row[] {
  const loaded = new Set(rows.map(({ id }) => id));
  const arrived = [...moves.shown.values()].filter(
    (entry) => entry.to === status && !loaded.has(entry.row.id) && entry.at > at,
  );
  return [...arrived.map(({ row }) => ({ ...row, status })), ...shownRows(rows, moves, { status: [status] })];
}
