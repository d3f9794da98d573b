import { describe, expect, it } from 'vitest';
import type { Row } from '../kernel/data/shapes/row.ts';
import { pressInMenu, type MoveMenuState } from './move-menu.ts';

const row = { id: 'a', version: 3 } as Row;
const menu: MoveMenuState = {
  row,
  place: 'panel',
  moves: ['in_review', 'declined', 'withdrawn'],
  index: 0,
  hasMail: false,
};
const chosen = (to: string, hasMail = false) => ({ menu: null, chosen: { row, to, hasMail } });

describe('a key in the menu of moves', () => {
  it.each([
    ['Enter', 0, chosen('in_review')],
    [' ', 1, chosen('declined')],
    ['0', 0, chosen('withdrawn')],
    ['Escape', 1, { menu: null, chosen: null }],
  ])('%j on item %i closes it', (key, index, answer) => {
    expect(pressInMenu({ ...menu, index }, key)).toEqual(answer);
  });

  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 3, 0],
    ['ArrowUp', 0, 3],
    ['End', 0, 3],
    ['Home', 2, 0],
    ['8', 1, 1],
  ])('%s moves the marker from item %i to item %i', (key, index, after) => {
    expect(pressInMenu({ ...menu, index }, key)).toEqual({
      menu: { ...menu, index: after },
      chosen: null,
    });
  });

  it.each(['w', 'D', 'j', '1', 'F5'])('%s has no meaning', (key) => {
    expect(pressInMenu(menu, key)).toBeNull();
  });

  it('switches the mail on, which the chosen move then carries', () => {
    const { menu: withMail } = pressInMenu({ ...menu, index: 3 }, 'Enter')!;
    expect(withMail).toMatchObject({ hasMail: true });
    expect(pressInMenu(withMail!, '9')).toEqual(chosen('declined', true));
  });
});
