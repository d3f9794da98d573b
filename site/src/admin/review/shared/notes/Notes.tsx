import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { storedText } from '#ui/keep-text.ts';
import { addToast } from '#ui/toast/show.ts';
import type { ApplicationDetail, Note } from '../../kernel/data/shapes/application.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { NoteItem } from './NoteItem.tsx';
import { SaveForm } from '../../../saving/SaveForm.tsx';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import { call } from '../../kernel/data/call.ts';
import { useApplicationSave } from '../../kernel/data/saves.ts';
import { forgetDraft, keyOf, useDraft } from '../../kernel/drafts/drafts.ts';
import { MentionField } from './MentionField.tsx';
import { fits } from './NoteField.tsx';
import { removedNotes, type NotesShown } from './removed-notes.ts';
import { useMentioned } from './use-mention-list.ts';
import styles from './Notes.module.css';
import { trimmed } from '@solostead/contract/visible';

/** The most notes shown at once, because each has its own buttons and links. */
const SHOWN = 50;

/** The reviewers' notes, oldest first, and a form for more. */
export function Notes({ applicationDetail }: { applicationDetail: ApplicationDetail }) {
  const { row, sees_others: seesOthers } = applicationDetail;
  const notes = applicationDetail.notes.filter(({ round }) => round === row.round);
  const former = applicationDetail.notes.filter(({ round }) => round !== row.round);
  const { mayReview } = useMe();
  const field = useRef<HTMLTextAreaElement>(null);
  useCommands([{ id: 'note.write', run: () => field.current?.focus() }]);
  return (
    <div className="stack gap-4">
      <h4>Notes</h4>
      {!seesOthers && (
        <p className="small">
          {mayReview
            ? 'What others wrote is shown once your own scores are complete.'
            : 'What others wrote is hidden while scores are.'}
        </p>
      )}
      {seesOthers && notes.length === 0 && (
        <p className="small">
          {mayReview ? 'No notes yet. Write down what the next reader should know.' : 'No notes yet.'}
        </p>
      )}
      {former.length > 0 && <NotesFold title="Notes on the earlier application" notes={former} />}
      <NoteList notes={notes} />
      {mayReview && <NewNote shown={applicationDetail} field={field} />}
    </div>
  );
}

/** The latest notes, and a fold with those before. */
function NoteList({ notes }: { notes: readonly Note[] }) {
  const earlier = notes.slice(0, -SHOWN);
  return (
    <>
      {earlier.length > 0 && <NotesFold title="Earlier notes" notes={earlier} />}
      {notes.slice(-SHOWN).map((note) => (
        <NoteItem key={note.id} note={note} />
      ))}
    </>
  );
}

/** Rendered once it is opened. */
function NotesFold({ title, notes }: { title: string; notes: readonly Note[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="touch" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="small">{`${title} (${notes.length})`}</summary>
      {isOpen && (
        <div className={`stack gap-4 ${styles['before']}`}>
          <NoteList notes={notes} />
        </div>
      )}
    </details>
  );
}

interface NewNoteProps {
  shown: ApplicationDetail;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** Moves the text of an edit into the new note when someone removes the edited note. */
function useRemovedEdits(shown: NotesShown, { text, change }: ReturnType<typeof useDraft>) {
  const { user_id: myId } = useMe();
  const before = useRef(shown);
  const move = useEffectEvent((present: NotesShown) => {
    const keys = removedNotes(before.current, present).map(({ id }) => keyOf(myId, `note.${id}`));
    before.current = present;
    const edits = keys.map((key) => storedText('sessionStorage', key)).filter((edit) => trimmed(edit ?? ''));
    keys.forEach(forgetDraft);
    if (edits.length === 0) return;
    change([text, ...edits].filter(Boolean).join('\n\n'));
    addToast({ title: 'Someone removed the note', text: 'Your text is now in the new note.' });
  });
  useEffect(() => move(shown), [shown]);
}

/** A form for a new note. The text stays until the database has stored it. */
function NewNote({ shown, field }: NewNoteProps) {
  const { id: applicationId } = shown.row;
  const draft = useDraft(`new.${applicationId}`, '');
  useRemovedEdits(shown, draft);
  const { pick, mentionsOf } = useMentioned();
  const canSave = draft.isUnsaved && fits(draft.text);
  const { save, isSaving } = useApplicationSave({
    send: (body: string) =>
      call('review_note_add', { application_id: applicationId, body, mentions: mentionsOf(body) }),
    done: (_, body) => draft.clear(body),
    retries: true,
  });
  const add = () => canSave && save(draft.text);
  return (
    <SaveForm
      className={`stack gap-2 ${styles['note']}`}
      actionsClassName="cluster gap-x-4 gap-y-2 touch"
      label="Add note"
      savingLabel="Saving…"
      isSaving={isSaving}
      isUnchanged={!canSave}
      onSave={add}
    >
      <MentionField ref={field} label="New note" {...draft.field} onPick={pick} onDone={add} />
    </SaveForm>
  );
}
