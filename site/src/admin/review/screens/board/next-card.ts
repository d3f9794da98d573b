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
