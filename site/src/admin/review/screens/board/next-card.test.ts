import { describe, expect, it } from 'vitest';
import { nextCard, type Direction } from './next-card.ts';

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
