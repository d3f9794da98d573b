import { describe, expect, it } from 'vitest';
import type { Row } from '../kernel/data/shapes/row.ts';
import { moveItems, pressInMenu, type MoveMenuState } from './move-menu.ts';

const row = { id: 'a', version: 3, status: 'submitted' } as Row;
const reasons = ['places', 'team'].map((key, place) => ({
  key,
  position: place + 1,
  label: key,
  sentence: '',
}));
const menu: MoveMenuState = {
  row,
  place: 'panel',
  items: moveItems('submitted', reasons),
  index: null,
  hasKeys: true,
  hasMail: false,
};
/** In review, Interview, Declined, Declined, with a reason, Withdrawn and the switch for a mail. */
const LAST = 5;
const chosen = (to: string, rest = {}) => ({ menu: null, chosen: { row, to, hasMail: false, ...rest } });

describe('a key in the menu of moves', () => {
  it.each([
    ['6', null, chosen('in_review')],
    ['0', 0, chosen('withdrawn')],
    ['Enter', 0, chosen('in_review')],
    [' ', 2, chosen('declined')],
  ])('%j chooses while item %j is marked', (key, index, answer) => {
    expect(pressInMenu({ ...menu, index }, key)).toEqual(answer);
  });

  it.each(['Escape', 'Enter', ' ', 'w', 'D', 'j', 'm', '.', 'Backspace', '1'])(
    '%j chooses nothing and closes it',
    (key) => {
      expect(pressInMenu(menu, key)).toEqual({ menu: null });
    },
  );

  it.each([
    ['ArrowDown', null, 0],
    ['ArrowDown', 0, 1],
    ['ArrowDown', LAST, 0],
    ['ArrowUp', null, LAST],
    ['ArrowUp', 0, LAST],
    ['ArrowUp', 2, 1],
    ['End', null, LAST],
    ['Home', 2, 0],
  ])('%s moves the marker from item %j to item %i', (key, index, after) => {
    expect(pressInMenu({ ...menu, index }, key)).toEqual({ menu: { ...menu, index: after } });
  });

  it.each(['6', '8', 'd'])('%j closes a menu that a press on its button opened', (key) => {
    expect(pressInMenu({ ...menu, hasKeys: false }, key)).toEqual({ menu: null });
  });

  it('of a move that is not allowed says why and leaves the menu open', () => {
    expect(pressInMenu(menu, '8')).toEqual({
      menu,
      whyNot: 'From Submitted there is no move to Accepted.',
    });
  });

  it('switches the mail on, which the chosen move then carries', () => {
    const { menu: withMail } = pressInMenu({ ...menu, index: LAST }, 'Enter');
    expect(withMail).toMatchObject({ hasMail: true });
    expect(pressInMenu(withMail!, '9')).toEqual(chosen('declined', { hasMail: true }));
  });

  it('asks for a reason to decline, which its digit chooses and any other key leaves', () => {
    const { menu: asking } = pressInMenu(menu, 'd');
    expect(asking?.items.map(({ label }) => label)).toEqual(['places', 'team']);
    expect(pressInMenu(asking!, '2')).toEqual(chosen('declined', { reason: 'team' }));
    for (const key of ['d', '3', '.']) expect(pressInMenu(asking!, key)).toEqual({ menu: null });
  });
});

it('asks for the reason in the dialog before the reasons are loaded', () => {
  const unloaded = { ...menu, items: moveItems('submitted', null) };
  expect(pressInMenu(unloaded, 'd')).toEqual(chosen('declined', { hasMail: true }));
});

it('offers no reasons where there are none, nor where no decline is allowed', () => {
  expect(moveItems('submitted', []).map(({ key }) => key)).toEqual(['6', '7', '9', '0']);
  expect(moveItems('accepted', reasons).some(({ items }) => items)).toBe(false);
});
