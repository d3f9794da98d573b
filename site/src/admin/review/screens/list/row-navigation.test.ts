import { describe, expect, it } from 'vitest';
import { navigate, noRow, placeAmong, type RowNavigation } from './row-navigation.ts';

const at = (
  focusedId: string | null,
  index: number,
  list = 'all',
  pending: RowNavigation['pending'] = null,
): RowNavigation => ({ list, focusedId, index, pending });
const listed = (ids: string, openId: string | null = null, list = 'all') =>
  ({ type: 'listed', list, ids: [...ids], openId }) as const;
const awaited = { type: 'awaited', end: 'first' } as const;
const focused = (id: string, ids: string) => ({ type: 'focused', id, ids: [...ids] }) as const;

describe('row navigation', () => {
  it.each([
    ['begins nowhere', noRow, listed('abc'), at(null, -1)],
    ['begins at the open application', noRow, listed('abc', 'b'), at('b', 1)],
    ['follows the focus', at('a', 0), focused('c', 'abc'), at('c', 2)],
    ['follows a row that new ones push down', at('b', 1), listed('nab'), at('b', 2)],
    ['keeps the position of a row that leaves the list', at('b', 1), listed('ac'), at('b', 1)],
    ['keeps the position of an open row that leaves the list', at('b', 1), listed('ac', 'b'), at('b', 1)],
    ['has no position next to an application from elsewhere', at('a', 0), listed('ab', 'z'), at('z', -1)],
    ['starts again in another list', at('b', 1), listed('xyb', null, 'other'), at(null, -1, 'other')],
    ['finds the open one in another list', at('b', 1), listed('xyb', 'b', 'other'), at('b', 2, 'other')],
    ['waits for the next page', at('c', 2), awaited, at('c', 2, 'all', 'first')],
    ['continues at its first row', at('c', 2, 'all', 'first'), listed('xyz', 'c', '2'), at('x', 0, '2')],
    ['goes back to the last row', at('x', 0, 'all', 'last'), listed('abc', 'x'), at('c', 2)],
    ['finds an empty page', at('c', 2, 'all', 'first'), listed('', null, '2'), at(null, -1, '2')],
    ['gives up waiting', at('c', 2, 'all', 'first'), { type: 'abandoned' } as const, at('c', 2)],
  ])('%s', (_name, state, action, after) => {
    expect(navigate(state, action)).toEqual(after);
  });

  it.each([
    ['a row', at('b', 1), 'abc', { current: 1, above: 0, below: 2, hasLeft: false }],
    ['the first row', at('a', 0), 'abc', { current: 0, above: -1, below: 1, hasLeft: false }],
    ['nowhere', at(null, -1), 'abc', { current: -1, above: -1, below: 0, hasLeft: false }],
    ['the first row, which has left', at('a', 0), 'bc', { current: -1, above: -1, below: 0, hasLeft: true }],
    ['a row that has left', at('b', 1), 'ac', { current: -1, above: 0, below: 1, hasLeft: true }],
    ['the last row, which has left', at('c', 2), 'ab', { current: -1, above: 1, below: 2, hasLeft: true }],
    ['a row below one that left too', at('c', 2), 'a', { current: -1, above: 0, below: 1, hasLeft: true }],
  ])('from %s knows its neighbours', (_name, state, ids, place) => {
    expect(placeAmong(state, [...ids])).toEqual(place);
  });

  it('stays the same object while nothing changes, so that rendering ends', () => {
    const state = at('b', 1);
    expect(navigate(state, listed('abc'))).toBe(state);
    expect(navigate(state, listed('ac'))).toBe(state);
  });
});
