import type { ApplicationDetail } from '../../kernel/data/shapes/application.ts';

export type NotesShown = Pick<ApplicationDetail, 'notes' | 'sees_others'>;

/** Returns the notes that were removed. When an owner hides what others wrote, missing notes are only hidden. */
export function removedNotes(before: NotesShown, present: NotesShown): NotesShown['notes'] {
  if (before.sees_others && !present.sees_others) return [];
  return before.notes.filter(({ id }) => !present.notes.some((note) => note.id === id));
}
