import { expect, it } from 'vitest';
import type { Row } from '../kernel/data/shapes/row.ts';
import { MenuStore } from './menu-store.ts';
import type { MoveMenuState } from './move-menu.ts';

const row = { id: 'a' } as Row;
const open: MoveMenuState = { row, place: 'row', moves: [], index: 0, hasMail: false };
const wanted = { row, place: 'row', hasMail: false } as const;

it('forgets a requested menu when another is set', () => {
  const store = new MenuStore();
  store.want(wanted);
  store.set(open);
  expect(store.takeWanted()).toBeNull();
});

it('closes the menu of a button that is gone, and no other', () => {
  const store = new MenuStore();
  store.set(open);
  store.drop('a', 'panel');
  store.drop('b', 'row');
  expect(store.read()).toBe(open);
  store.drop('a', 'row');
  expect(store.read()).toBeNull();
});
