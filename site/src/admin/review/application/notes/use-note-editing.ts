import { useState } from 'react';
import { call } from '../../data/call.ts';
import { conflictDetail } from '../../data/review-error.ts';
import { type Note, type NoteVersion, noteVersion } from '../../data/shapes/application.ts';
import { useRefresh, useReport } from '../../data/use-report.ts';
import { useDraft } from '../drafts.ts';
import { fits } from './NoteField.tsx';
import { useMentioned } from './use-mentioned.ts';

/** The work of editing a note; when someone else saved it in between, `theirs` is their version until one decides. */
export function useNoteEditing(note: Note, onClose: () => void) {
  // What was there when the editing began: a newer version must not slip in under the text.
  const [seen] = useState({ version: note.version, body: note.body });
  const draft = useDraft(`note.${note.id}`, seen.body);
  const [theirs, setTheirs] = useState<NoteVersion | null>(null);
  const [isSaving, setSaving] = useState(false);
  const { pick, mentionsOf } = useMentioned(note.mentions);
  const [report, refresh] = [useReport(), useRefresh()];

  const leave = () => {
    draft.clear();
    onClose();
  };
  const save = async (work: () => Promise<unknown>) => {
    if (isSaving || !fits(draft.text)) return;
    setSaving(true);
    try {
      await work();
      leave();
    } catch (cause) {
      const version = conflictDetail(cause, noteVersion);
      if (version) setTheirs(version);
      else report(cause, () => void save(work));
    }
    setSaving(false);
    await refresh();
  };
  return {
    draft,
    theirs,
    isSaving,
    pick,
    leave,
    /** Saves over the version that was seen: the first one, or theirs after it was shown. */
    saveOver: () =>
      save(() =>
        call('review_note_edit_mentioning', {
          note_id: note.id,
          seen_version: theirs?.version ?? seen.version,
          body: draft.text,
          mentions: mentionsOf(draft.text),
        }),
      ),
    saveBeside: () =>
      save(() =>
        call('review_note_add_mentioning', {
          application_id: note.application_id,
          body: draft.text,
          mentions: mentionsOf(draft.text),
        }),
      ),
  };
}
