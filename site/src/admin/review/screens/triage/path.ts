import type { Status } from '../../kernel/data/shapes/row.ts';

/**
 * Returns the statuses of a move, the last one its goal, or null. It is one step, except that a new application's
 * interview goes through In review, in one batch.
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
