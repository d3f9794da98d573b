import type { Status } from '../../kernel/data/shapes/row.ts';
import { fill, phrase, statusNames, words } from '../../kernel/words.ts';
import { isClosed } from '../../moves/shortest-path.ts';

type MovesFrom = (from: Status) => readonly Status[];

/**
 * Returns the statuses of a move, the last one its goal, or null. It is one step, except that a new application's
 * interview goes through In review, in one batch.
 */
export function pathTo(from: Status, to: Status, movesFrom: MovesFrom): readonly Status[] | null {
  if (movesFrom(from).includes(to)) return [to];
  const isThrough = from === 'submitted' && to === 'interview';
  const hasArrows = movesFrom(from).includes('in_review') && movesFrom('in_review').includes(to);
  return isThrough && hasArrows ? ['in_review', to] : null;
}

/** Returns the reason why no move leads from one status to another, with the possible moves from a closed one. */
export function whyNoPath(from: Status, to: Status, movesFrom: MovesFrom): string {
  if (from === to) return phrase`It is in ${statusNames[to]} already.`;
  const names = { from: statusNames[from], to: statusNames[to] };
  if (!isClosed(from)) return fill(words.whyNot.noArrow, names);
  const ways = movesFrom(from).map((status) => statusNames[status]);
  return ways.length > 0
    ? phrase`It is ${names.from} and so closed. From there it can go to ${ways.join(', ')}.`
    : phrase`It is ${names.from} and so closed: no move leads out of it.`;
}
