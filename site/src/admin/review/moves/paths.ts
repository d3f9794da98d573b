import type { Status } from '../kernel/data/shapes/row.ts';
import { fill, phrase, statusNames, words } from '../kernel/words.ts';
import { isClosed } from './shortest-path.ts';

/** A move that the database allows. */
export interface Arrow {
  readonly from_status: Status;
  readonly to_status: Status;
}

/** The moves that every screen offers. */
export interface Paths {
  /** Returns the statuses that an application of this status can be moved to. */
  readonly from: (status: Status) => readonly Status[];
  /** Returns the statuses of a move, the last one its goal, or null. */
  readonly between: (from: Status, to: Status) => readonly Status[] | null;
  /** Returns the reason why there is no such move, or null. Of a closed application it names the possible ones. */
  readonly whyNot: (from: Status, to: Status) => string | null;
}

/**
 * Returns the moves. Each is one step, except that a new application's interview goes through In review, in one batch.
 */
export function pathsOf(arrows: readonly Arrow[]): Paths {
  const direct = (status: Status) =>
    arrows.filter((arrow) => arrow.from_status === status).map((arrow) => arrow.to_status);
  const isThrough = direct('in_review').includes('interview') && !direct('submitted').includes('interview');
  const from = (status: Status): readonly Status[] =>
    direct(status).flatMap((to) =>
      isThrough && status === 'submitted' && to === 'in_review' ? [to, 'interview' as const] : [to],
    );
  const between = (status: Status, to: Status) => {
    if (direct(status).includes(to)) return [to];
    return from(status).includes(to) ? (['in_review', to] as const) : null;
  };
  const whyNot = (status: Status, to: Status) => {
    if (between(status, to)) return null;
    if (status === to) return phrase`It is in ${statusNames[to]} already.`;
    const names = { from: statusNames[status], to: statusNames[to] };
    if (!isClosed(status)) return fill(words.whyNot.noArrow, names);
    const ways = from(status).map((way) => statusNames[way]);
    return ways.length > 0
      ? phrase`It is ${names.from} and so closed. From there it can go to ${ways.join(', ')}.`
      : phrase`It is ${names.from} and so closed: no move leads out of it.`;
  };
  return { from, between, whyNot };
}
