import { listed } from '@solostead/contract/list';
import { statusFacts } from '@solostead/contract/statuses';
import type { Status } from '../kernel/data/shapes/row.ts';
import { statusDisplay } from '../kernel/status/status-display.ts';
import { fill, phrase, words } from '../kernel/words.ts';

/** The only move in two steps that the screens offer. Both are made in one batch. */
const twoSteps = { from: 'submitted', via: 'in_review', to: 'interview' } as const;

/** Returns the statuses that every screen offers for an application of this status. */
export function movesFrom(status: Status): readonly Status[] {
  const { from, via, to } = twoSteps;
  const { moves } = statusFacts[status];
  return status === from ? moves.flatMap((next) => (next === via ? [next, to] : [next])) : moves;
}

/** Returns the statuses of a move, the last one its goal, or null. */
export function pathBetween(from: Status, to: Status): readonly Status[] | null {
  if (statusFacts[from].moves.includes(to)) return [to];
  return from === twoSteps.from && to === twoSteps.to ? [twoSteps.via, to] : null;
}

/** Returns the reason why there is no such move, or null. Of an application that is over it names the possible ones. */
export function whyNotMove(from: Status, to: Status): string | null {
  if (pathBetween(from, to)) return null;
  const names = { from: statusDisplay[from].label, to: statusDisplay[to].label };
  if (from === to) return phrase`It is in ${names.to} already.`;
  if (statusFacts[from].isOpen) return fill(words.whyNot.noArrow, names);
  const ways = movesFrom(from).map((way) => statusDisplay[way].label);
  return phrase`It is ${names.from}. From there it can go to ${listed(ways, 'disjunction')}.`;
}

/** Returns the first step of the shortest way between two statuses, or null. */
export function firstStep(from: Status, to: Status): Status | null {
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
