import type { Status } from '../data/shapes/row.ts';

/**
 * The statuses that a move leads through, the last one its goal; null where there is no way. One arrow, except for
 * what has just come in: its interview leads through In review, in one batch.
 */
export function pathTo(
  from: Status,
  to: Status,
  movesFrom: (from: Status) => readonly Status[],
): readonly Status[] | null {
  if (movesFrom(from).includes(to)) return [to];
  const isThrough = from === 'submitted' && to === 'interview';
  const hasArrows = movesFrom(from).includes('in_review') && movesFrom('in_review').includes(to);
  return isThrough && hasArrows ? ['in_review', to] : null;
}
