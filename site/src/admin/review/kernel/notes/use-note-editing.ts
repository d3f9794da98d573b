import { useState } from 'react';
import { call } from '../data/call.ts';
import { type Note, type NoteVersion, noteVersion } from '../data/shapes/application.ts';
import { useRefresh } from '../data/use-report.ts';
import { useReviewSave } from '../data/use-review-save.ts';
import { useDraft } from '../data/drafts.ts';
import { fits } from './NoteField.tsx';
import { useMentioned } from './use-mention-list.ts';

/** Edits a note. After a concurrent save, `theirs` is the other version until the person decides. */
export function useNoteEditing(note: Note, onClose: () => void) {
  // The version when editing began. A newer one must not replace it under the text.
  const [seen] = useState({ version: note.version, body: note.body });
  const draft = useDraft(`note.${note.id}`, seen.body);
  const [theirs, setTheirs] = useState<NoteVersion | null>(null);
  const { pick, mentionsOf } = useMentioned(note.mentions);

  const leave = () => {
    draft.clear();
    onClose();
  };
  const { save, isSaving } = useReviewSave({
    send: ([name, place]: readonly [string, object]) =>
      call(name, { ...place, body: draft.text, mentions: mentionsOf(draft.text) }),
    done: leave,
    conflict: { shape: noteVersion, take: setTheirs },
    settled: useRefresh(),
    retries: true,
  });
  const saveAs = (name: string, place: object) => fits(draft.text) && save([name, place]);
  return {
    draft,
    theirs,
    isSaving,
    pick,
    leave,
    /** Saves over the version that was shown, the first one or `theirs`. */
    saveOver: () => {
      const version = theirs?.version ?? seen.version;
      saveAs('review_note_edit_mentioning', { note_id: note.id, seen_version: version });
    },
    saveBeside: () => saveAs('review_note_add_mentioning', { application_id: note.application_id }),
  };
}
