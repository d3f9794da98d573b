import { useRef } from 'react';
import type { ApplicationDetail } from '../data/shapes/application.ts';
import { useMe } from '../data/me.tsx';
import { NoteItem } from './NoteItem.tsx';
import { SaveForm } from '../../../saving/SaveForm.tsx';
import { useCommands } from '../commands/use-commands.ts';
import { call } from '../data/call.ts';
import { useApplicationSave } from '../data/saves.ts';
import { useDraft } from '../data/drafts.ts';
import { MentionField, type Focusable } from './MentionField.tsx';
import { fits } from './NoteField.tsx';
import { useMentioned } from './use-mention-list.ts';
import styles from './Notes.module.css';

interface Props {
  applicationDetail: ApplicationDetail;
}

/** The reviewers' notes, oldest first, and a form for more. */
export function Notes({ applicationDetail: { row, notes, sees_others: seesOthers } }: Props) {
  const { mayReview } = useMe();
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
        <p className="small">No notes yet. Write down what the next reader should know.</p>
      )}
      {notes.map((note) => (
        <NoteItem key={note.id} note={note} />
      ))}
      {mayReview && <NewNote applicationId={row.id} />}
    </div>
  );
}

/** A form for a new note. The text stays until the database has stored it. */
function NewNote({ applicationId }: { applicationId: string }) {
  const draft = useDraft(`new.${applicationId}`, '');
  const field = useRef<Focusable>(null);
  const { pick, mentionsOf } = useMentioned();
  useCommands([{ id: 'note.write', run: () => field.current?.focus() }]);
  const canSave = draft.isUnsaved && fits(draft.text);
  const { save, isSaving } = useApplicationSave({
    send: (body: string) =>
      call('review_note_add_mentioning', { application_id: applicationId, body, mentions: mentionsOf(body) }),
    done: (_, body) => draft.clear(body),
    retries: true,
  });
  const add = () => canSave && save(draft.text);
  return (
    <SaveForm
      className={`stack gap-2 ${styles['note']}`}
      actionsClassName="cluster gap-2-4 touch"
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
