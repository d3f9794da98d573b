import { describe, expect, it } from 'vitest';
import type { Status } from '../kernel/data/shapes/row.ts';
import { nextCard, firstStep, type Direction } from './shortest-path.ts';

const arrows: Partial<Record<Status, readonly Status[]>> = {
  submitted: ['in_review', 'declined'],
  in_review: ['interview', 'declined', 'submitted'],
  interview: ['accepted', 'in_review'],
};
const movesFrom = (from: Status) => arrows[from] ?? [];

it.each([
  ['submitted', 'in_review', 'in_review'],
  ['submitted', 'interview', 'in_review'],
  ['submitted', 'accepted', 'in_review'],
  ['declined', 'accepted', null],
  ['interview', 'submitted', 'in_review'],
] as const)('the path from %s to %s goes by %s', (from, to, step) => {
  expect(firstStep(from, to, movesFrom)).toBe(step);
});

describe('the neighbouring card', () => {
  const grid = [['a', 'b', 'c'], [], ['d'], ['e', 'f']];
  it.each([
    [null, 'down', 'a'],
    ['gone', 'left', 'a'],
    ['a', 'down', 'b'],
    ['a', 'up', null],
    ['c', 'down', null],
    ['c', 'right', 'd'],
    ['d', 'right', 'e'],
    ['d', 'left', 'a'],
    ['f', 'left', 'd'],
    ['f', 'right', null],
  ] as [string | null, Direction, string | null][])('%s, going %s, is %s', (current, direction, next) => {
    expect(nextCard(grid, current, direction)).toBe(next);
  });

  it('does not exist on an empty board', () => {
    expect(nextCard([[], []], null, 'down')).toBe(null);
  });
});
