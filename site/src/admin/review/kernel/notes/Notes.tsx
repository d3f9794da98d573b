import type { ApplicationDetail } from '../data/shapes/application.ts';
import { useMe } from '../data/me.tsx';
import { NewNote } from './NewNote.tsx';
import { NoteItem } from './NoteItem.tsx';

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
