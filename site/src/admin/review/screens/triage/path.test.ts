import { expect, it } from 'vitest';
import type { Status } from '../../kernel/data/shapes/row.ts';
import { pathTo, whyNoPath } from './path.ts';

const arrows: Partial<Record<Status, readonly Status[]>> = {
  submitted: ['in_review', 'declined', 'withdrawn'],
  in_review: ['interview', 'declined', 'submitted'],
  interview: ['accepted', 'declined'],
  declined: ['in_review'],
};
const movesFrom = (from: Status) => arrows[from] ?? [];

it.each([
  ['submitted', 'declined', ['declined']],
  ['submitted', 'interview', ['in_review', 'interview']],
  ['in_review', 'interview', ['interview']],
  ['submitted', 'accepted', null],
  ['declined', 'interview', null],
  ['interview', 'accepted', ['accepted']],
  ['accepted', 'declined', null],
] as const)('from %s to %s leads %j', (from, to, path) => {
  expect(pathTo(from, to, movesFrom)).toEqual(path);
});

it('does not use an arrow that was removed', () => {
  expect(pathTo('submitted', 'interview', () => ['in_review'])).toBeNull();
  const isOnlyFromReview = (from: Status): readonly Status[] => (from === 'in_review' ? ['interview'] : []);
  expect(pathTo('submitted', 'interview', isOnlyFromReview)).toBeNull();
});

it.each([
  ['submitted', 'submitted', 'It is in Submitted already.'],
  ['submitted', 'accepted', 'From Submitted there is no move to Accepted.'],
  ['declined', 'accepted', 'It is Declined and so closed. From there it can go to In review.'],
  ['accepted', 'declined', 'It is Accepted and so closed: no move leads out of it.'],
] as const)('without a path from %s to %s says: %s', (from, to, said) => {
  expect(whyNoPath(from, to, movesFrom)).toBe(said);
});
