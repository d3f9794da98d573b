import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type { Row, Status } from '../kernel/data/shapes/row.ts';
import type { MenuStore } from './menu-store.ts';
import type { Chosen, MenuPlace } from './move-menu.ts';
import { shownColumn, shownRow, shownRows, type Moves } from './moves.ts';
import type { Filter } from '../../route/filter.ts';

export interface Moving {
  readonly moves: Moves;
  readonly menu: MenuStore;
  /** The items of the open menu as they are called, in their order. */
  readonly labelsOf: (moves: readonly Status[]) => readonly string[];
  /** Opens the menu of this application's moves, once it is loaded which there are. */
  readonly openMenu: (row: Row, place: MenuPlace, hasMail?: boolean) => void;
  /** Resolves to false if the key turned out to be part of a text, and the move was taken back. */
  readonly carryOut: (chosen: Chosen) => Promise<boolean>;
  /** Undoes the last change once every move is saved. Returns the application, if it was one. */
  readonly undo: () => Promise<string | null>;
}

const MovingContext = createContext<Moving | null>(null);

export const MovingProvider = MovingContext.Provider;

export function useMoving(): Moving {
  const moving = useContext(MovingContext);
  if (!moving) throw new Error('Nothing can be moved here: wrap it in MovingProvider.');
  return moving;
}

const useMovesState = () => {
  const { moves } = useMoving();
  return useSyncExternalStore(moves.subscribe, moves.read);
};

/** An application as it stands by the moves that were chosen here. */
export function useShownRow<R extends Row>(row: R): R {
  const state = useMovesState();
  return useMemo(() => shownRow(row, state), [row, state]);
}

/** The rows of a list as they stand by the moves that were chosen here. */
export function useShownRows(rows: readonly Row[], filter: Filter): readonly Row[] {
  const state = useMovesState();
  return useMemo(() => shownRows(rows, state, filter), [rows, state, filter]);
}

/** The rows of one status as they stand by the moves that were chosen here. */
export function useShownColumn(rows: readonly Row[], status: Status): readonly Row[] {
  const state = useMovesState();
  return useMemo(() => shownColumn(rows, state, status), [rows, state, status]);
}

/** Returns true if this application was just moved here. */
export const useWasMoved = (id: string) => useMovesState().shown.has(id);

export const useFailedMoves = () => useMovesState().failedMoves;
