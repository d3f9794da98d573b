import { expect, it } from 'vitest';
import type { Status } from '../kernel/data/shapes/row.ts';
import { pathsOf } from './paths.ts';

const given: Partial<Record<Status, readonly Status[]>> = {
  submitted: ['in_review', 'declined', 'withdrawn'],
  in_review: ['interview', 'declined', 'submitted'],
  interview: ['accepted', 'declined'],
  declined: ['in_review'],
};
const arrowsOf = (moves: typeof given) =>
  Object.entries(moves).flatMap(([from, ways]) =>
    ways.map((to) => ({ from_status: from as Status, to_status: to })),
  );
const paths = pathsOf(arrowsOf(given));

it.each([
  ['submitted', ['in_review', 'interview', 'declined', 'withdrawn']],
  ['in_review', ['interview', 'declined', 'submitted']],
  ['interview', ['accepted', 'declined']],
  ['declined', ['in_review']],
  ['accepted', []],
] as const)('from %s every screen offers %j', (from, offered) => {
  expect(paths.from(from)).toEqual(offered);
});

it.each([
  ['submitted', 'declined', ['declined']],
  ['submitted', 'interview', ['in_review', 'interview']],
  ['in_review', 'interview', ['interview']],
  ['submitted', 'accepted', null],
  ['declined', 'interview', null],
  ['interview', 'accepted', ['accepted']],
  ['accepted', 'declined', null],
] as const)('from %s to %s leads %j', (from, to, path) => {
  expect(paths.between(from, to)).toEqual(path);
});

it.each([
  ['the first', { submitted: ['declined'], in_review: ['interview'] }],
  ['the second', { submitted: ['in_review'] }],
] as const)('a new application has no way to its interview without %s arrow', (_which, moves) => {
  expect(pathsOf(arrowsOf(moves)).between('submitted', 'interview')).toBeNull();
});

it('prefers a direct arrow to the interview', () => {
  const direct = pathsOf(arrowsOf({ ...given, submitted: ['interview', 'in_review'] }));
  expect(direct.between('submitted', 'interview')).toEqual(['interview']);
  expect(direct.from('submitted')).toEqual(['interview', 'in_review']);
});

it.each([
  ['submitted', 'submitted', 'It is in Submitted already.'],
  ['submitted', 'accepted', 'From Submitted there is no move to Accepted.'],
  ['declined', 'accepted', 'It is Declined and so closed. From there it can go to In review.'],
  ['accepted', 'declined', 'It is Accepted and so closed: no move leads out of it.'],
  ['submitted', 'interview', null],
] as const)('from %s to %s it says: %s', (from, to, said) => {
  expect(paths.whyNot(from, to)).toBe(said);
});
