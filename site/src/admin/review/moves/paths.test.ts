import { describe, expect, it } from 'vitest';
import { applicationStatuses } from '@solostead/contract/statuses';
import { firstStep, movesFrom, pathBetween, whyNotMove } from './paths.ts';

it.each([
  ['submitted', ['in_review', 'interview', 'declined', 'withdrawn']],
  ['in_review', ['interview', 'declined', 'withdrawn', 'submitted']],
  ['interview', ['accepted', 'declined', 'withdrawn', 'in_review']],
  ['declined', ['in_review']],
  ['accepted', ['interview', 'withdrawn']],
] as const)('from %s every screen offers %j', (from, offered) => {
  expect(movesFrom(from)).toEqual(offered);
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
  expect(pathBetween(from, to)).toEqual(path);
});

describe.each(applicationStatuses)('each offered move from %s', (from) => {
  it.each(movesFrom(from).map((to) => [to]))('to %s has a path of allowed moves', (to) => {
    const path = pathBetween(from, to)!;
    expect(path.at(-1)).toBe(to);
    path.reduce((before, step) => {
      expect(pathBetween(before, step)).toEqual([step]);
      return step;
    }, from);
  });
});

it.each([
  ['submitted', 'submitted', 'It is in Submitted already.'],
  ['submitted', 'accepted', 'From Submitted there is no move to Accepted.'],
  ['declined', 'accepted', 'It is Declined. From there it can go to In review.'],
  ['accepted', 'declined', 'It is Accepted. From there it can go to Interview or Withdrawn.'],
  ['submitted', 'interview', null],
] as const)('from %s to %s it says: %s', (from, to, sentence) => {
  expect(whyNotMove(from, to)).toBe(sentence);
});

it.each([
  ['submitted', 'in_review', 'in_review'],
  ['submitted', 'accepted', 'interview'],
  ['declined', 'accepted', 'in_review'],
  ['interview', 'submitted', 'in_review'],
  ['withdrawn', 'accepted', 'in_review'],
] as const)('the shortest way from %s to %s begins with %s', (from, to, step) => {
  expect(firstStep(from, to)).toBe(step);
});
