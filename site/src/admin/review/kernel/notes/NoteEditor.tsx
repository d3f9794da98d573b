import { useState } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { type Note, type NoteVersion, noteVersion } from '../data/shapes/application.ts';
import { MentionField } from './MentionField.tsx';
import { fits } from './NoteField.tsx';
import { Conflict } from '../conflicts/Conflict.tsx';
import { usePeople } from '../people/use-people.ts';
import { phrase } from '../words.ts';
import { call } from '../data/call.ts';
import { useApplicationSave } from '../data/saves.ts';
import { useDraft } from '../data/drafts.ts';
import { useMentioned } from './use-mention-list.ts';

/** Edits a note. After a concurrent save, `theirs` is the other version until the person decides. */
function useNoteEditing(note: Note, onClose: () => void) {
  // The version when editing began. A newer one must not replace it under the text.
  const [seen] = useState({ version: note.version, body: note.body });
  const draft = useDraft(`note.${note.id}`, seen.body);
  const [theirs, setTheirs] = useState<NoteVersion | null>(null);
  const { pick, mentionsOf } = useMentioned(note.mentions);

  const leave = () => {
    draft.clear();
    onClose();
  };
  const { save, isSaving } = useApplicationSave({
    send: ([name, place]: readonly [string, object]) =>
      call(name, { ...place, body: draft.text, mentions: mentionsOf(draft.text) }),
    done: leave,
    conflict: { shape: noteVersion, take: setTheirs },
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
    saveAsNew: () => saveAs('review_note_add_mentioning', { application_id: note.application_id }),
  };
}

/** Editing a note. When someone else saved it in between, both versions stand side by side until one decides. */
export function NoteEditor({ note, onClose }: { note: Note; onClose: () => void }) {
  const { draft, theirs, isSaving, pick, leave, saveOver, saveAsNew } = useNoteEditing(note, onClose);
  return (
    <>
      {theirs && <NoteConflict theirs={theirs} yours={draft.text} />}
      <MentionField
        label="Edit note"
        {...draft.field}
        onPick={pick}
        onDone={() => draft.isUnsaved && !theirs && saveOver()}
      />
      <div className="cluster gap-2-4 touch">
        {theirs ? (
          <>
            <Button onClick={saveOver}>Save mine as the newer version</Button>
            <Button onClick={saveAsNew}>Save mine as a note of its own</Button>
          </>
        ) : (
          <Button disabled={!draft.isUnsaved || !fits(draft.text)} onClick={saveOver}>
            {isSaving ? 'Saving…' : 'Save'}
          </Button>
        )}
        <Button look="text" onClick={leave}>
          {theirs ? 'Discard mine' : 'Cancel'}
        </Button>
      </div>
    </>
  );
}

/** Shows both versions of a note until the person decides. */
function NoteConflict({ theirs, yours }: { theirs: NoteVersion; yours: string }) {
  const { nameOf } = usePeople();
  const who = nameOf(theirs.editor, theirs.editor_email);
  return (
    <Conflict
      role="alert"
      text={phrase`${who} saved another version while you were writing.`}
      theirs={theirs.body}
      yours={yours}
    />
  );
}
