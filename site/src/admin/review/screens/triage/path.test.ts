import { expect, it } from 'vitest';
import type { Status } from '../../kernel/data/shapes/row.ts';
import { pathTo } from './path.ts';

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
