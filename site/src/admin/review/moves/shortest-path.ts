import type { Status } from '../kernel/data/shapes/row.ts';

/** Columns without moves, folded by default. */
const closed: ReadonlySet<Status> = new Set(['accepted', 'declined', 'withdrawn']);

export const isClosed = (status: Status) => closed.has(status);

type MovesFrom = (status: Status) => readonly Status[];

/** Returns the first step of the shortest path between two statuses, or null. */
export function firstStep(from: Status, to: Status, movesFrom: MovesFrom): Status | null {
  const seen = new Set([from]);
  let ends = movesFrom(from).map((status) => ({ first: status, status }));
  while (ends.length > 0) {
    const there = ends.find(({ status }) => status === to);
    if (there) return there.first;
    ends.forEach(({ status }) => seen.add(status));
    ends = ends.flatMap(({ first, status }) =>
      movesFrom(status)
        .filter((next) => !seen.has(next))
        .map((next) => ({ first, status: next })),
    );
  }
  return null;
}

export type Direction = 'up' | 'down' | 'left' | 'right';

/** The cards of each open column, from above, in the order of the columns. */
export type Grid = readonly (readonly string[])[];

/** Returns the neighbouring card, the first one if none is marked, or null. */
export function nextCard(grid: Grid, current: string | null, direction: Direction): string | null {
  const column = grid.findIndex((cards) => current !== null && cards.includes(current));
  if (column < 0) return grid.find((cards) => cards.length > 0)?.[0] ?? null;
  const row = grid[column]!.indexOf(current!);
  if (direction === 'up' || direction === 'down')
    return grid[column]![row + (direction === 'down' ? 1 : -1)] ?? null;
  const columns = direction === 'right' ? grid.slice(column + 1) : grid.slice(0, column).toReversed();
  const cards = columns.find((others) => others.length > 0);
  return cards?.[Math.min(row, cards.length - 1)] ?? null;
}
