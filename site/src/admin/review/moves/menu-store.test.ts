import { expect, it } from 'vitest';
import type { Row } from '../kernel/data/shapes/row.ts';
import { MenuStore } from './menu-store.ts';
import type { MoveMenuState } from './move-menu.ts';

const row = { id: 'a' } as Row;
const open: MoveMenuState = { row, place: 'row', items: [], index: null, hasMail: false };

it('closes the menu of a button that is gone, and no other', () => {
  const store = new MenuStore();
  store.set(open);
  store.drop('a', 'panel');
  store.drop('b', 'row');
  expect(store.read()).toBe(open);
  store.drop('a', 'row');
  expect(store.read()).toBeNull();
});
