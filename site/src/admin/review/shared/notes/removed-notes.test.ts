import { expect, it } from 'vitest';
import type { Note } from '../../kernel/data/shapes/application.ts';
import { removedNotes } from './removed-notes.ts';

const shown = (sees_others: boolean, ...ids: string[]) => ({
  sees_others,
  notes: ids.map((id) => ({ id }) as Note),
});

it.each([
  ['is not among the present ones', shown(true, 'a', 'b'), shown(true, 'b', 'c'), ['a']],
  ['of the member is removed while others are hidden', shown(false, 'mine'), shown(false), ['mine']],
])('finds a note that %s', (_title, before, present, ids) => {
  expect(removedNotes(before, present).map(({ id }) => id)).toEqual(ids);
});

it('finds none when an owner hides what others wrote', () => {
  expect(removedNotes(shown(true, 'mine', 'theirs'), shown(false, 'mine'))).toEqual([]);
});
