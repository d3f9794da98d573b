import { describe, expect, it } from 'vitest';
import type { Row } from '../kernel/data/shapes/row.ts';
import { choose, pressInMenu, type MoveMenuState } from './move-menu.ts';

const row = { id: 'a', version: 3 } as Row;
const menu: MoveMenuState = {
  row,
  place: 'panel',
  moves: ['in_review', 'declined', 'withdrawn'],
  index: 0,
  hasMail: false,
};
const labels = ['In review', 'Declined', 'Withdrawn', 'With a mail'];
const chosen = (to: string, hasMail = false) => ({ menu: null, chosen: { row, to, hasMail } });

describe('a key in the menu of moves', () => {
  it.each([
    ['Enter', 0, chosen('in_review')],
    [' ', 1, chosen('declined')],
    ['3', 0, chosen('withdrawn')],
    ['Escape', 1, { menu: null, chosen: null }],
  ])('%j on item %i closes it', (key, index, answer) => {
    expect(pressInMenu({ ...menu, index }, key, labels)).toEqual(answer);
  });

  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 3, 0],
    ['ArrowUp', 0, 3],
    ['End', 0, 3],
    ['Home', 2, 0],
    ['w', 0, 2],
    ['w', 2, 3],
    ['D', 0, 1],
    ['j', 1, 1],
    ['9', 1, 1],
    ['4', 1, 1],
    ['F5', 1, 1],
  ])('%s marks from item %i item %i', (key, index, after) => {
    expect(pressInMenu({ ...menu, index }, key, labels)).toEqual({
      menu: { ...menu, index: after },
      chosen: null,
    });
  });

  it('switches the mail on, which the chosen move then carries', () => {
    const { menu: withMail } = pressInMenu({ ...menu, index: 3 }, 'Enter', labels);
    expect(withMail).toMatchObject({ hasMail: true });
    expect(pressInMenu(withMail!, '2', labels)).toEqual(chosen('declined', true));
  });

  it('does nothing where no move is possible', () => {
    const none = { ...menu, moves: [] };
    for (const key of ['Enter', '1', 'ArrowDown', 'd', 'End'])
      expect(pressInMenu(none, key, []), key).toEqual({ menu: none, chosen: null });
    expect(choose(none, 0).chosen).toBeNull();
  });
});
