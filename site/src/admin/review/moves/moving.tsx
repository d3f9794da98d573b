import { createContext, useCallback, useMemo, useSyncExternalStore } from 'react';
import { useProvided } from '../../../ui/use-provided.ts';
import type { Row, Status } from '../kernel/data/shapes/row.ts';
import { isMoved, shownColumn, shownRow, shownRows } from './moves.ts';
import type { Moving } from './use-moving-here.ts';
import type { Filter } from '../../route/filter.ts';

const MovingContext = createContext<Moving | null>(null);

export const MovingProvider = MovingContext.Provider;

export const useMoving = () => useProvided(MovingContext);

const useMovesState = () => {
  const { moves } = useMoving();
  return useSyncExternalStore(moves.subscribe, moves.read);
};

export function useShownRow<R extends Row>(row: R): R {
  const state = useMovesState();
  return useMemo(() => shownRow(row, state), [row, state]);
}

export function useShownRows(rows: readonly Row[], filter: Filter): readonly Row[] {
  const state = useMovesState();
  return useMemo(() => shownRows(rows, state, filter), [rows, state, filter]);
}

/** The rows of a status, which were loaded at this time. */
export function useShownColumn(rows: readonly Row[], at: number, status: Status): readonly Row[] {
  const state = useMovesState();
  return useMemo(() => shownColumn({ rows, at }, state, status), [rows, at, state, status]);
}

/** A ref for the name of an application, which gets the focus unless a menu that was asked for before has it. */
export function useSubjectFocus() {
  const { menu } = useMoving();
  return useCallback(
    (name: HTMLElement | null) => {
      if (!menu.read()) name?.focus({ preventScroll: true });
    },
    [menu],
  );
}

/** Returns true if this application was just moved here. */
export const useWasMoved = (row: Row) => isMoved(row, useMovesState());

export const useFailedMoves = () => useMovesState().failedMoves;
