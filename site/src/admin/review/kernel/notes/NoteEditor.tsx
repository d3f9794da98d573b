import { Button } from '../../../../ui/Button.tsx';
import type { Note } from '../data/shapes/application.ts';
import { NoteConflict } from './NoteConflict.tsx';
import { MentionField } from './MentionField.tsx';
import { fits } from './NoteField.tsx';
import { useNoteEditing } from './use-note-editing.ts';
import styles from './Notes.module.css';

/** Editing a note. When someone else saved it in between, both versions stand side by side until one decides. */
export function NoteEditor({ note, onClose }: { note: Note; onClose: () => void }) {
  const { draft, theirs, isSaving, pick, leave, saveOver, saveBeside } = useNoteEditing(note, onClose);
  return (
    <>
      {theirs && <NoteConflict theirs={theirs} yours={draft.text} />}
      <MentionField
        label="Edit note"
        text={draft.text}
        isUnsaved={draft.isUnsaved}
        onChange={draft.change}
        onPick={pick}
        onDone={() => draft.isUnsaved && !theirs && saveOver()}
      />
      {theirs ? (
        <div className={`cluster gap-2-4 ${styles['actions']}`}>
          <Button onClick={saveOver}>Save mine as the newer version</Button>
          <Button onClick={saveBeside}>Save mine as a note of its own</Button>
          <Button look="text" onClick={leave}>
            Discard mine
          </Button>
        </div>
      ) : (
        <div className={`cluster gap-2-4 ${styles['actions']}`}>
          <Button disabled={!draft.isUnsaved || !fits(draft.text)} onClick={saveOver}>
            {isSaving ? 'Saving…' : 'Save'}
          </Button>
          <Button look="text" onClick={leave}>
            Cancel
          </Button>
        </div>
      )}
    </>
  );
}
