import type { ApplicationDetail } from '../data/shapes/application.ts';
import { useMe } from '../data/me.tsx';
import { useWords } from '../words.tsx';
import { NewNote } from './NewNote.tsx';
import { NoteItem } from './NoteItem.tsx';
import styles from './Notes.module.css';

interface Props {
  applicationDetail: ApplicationDetail;
}

/** The reviewers' notes, oldest first, and a form for more. */
export function Notes({ applicationDetail: { row, notes, sees_others: seesOthers } }: Props) {
  const words = useWords();
  const { mayReview } = useMe();
  return (
    <div className={styles['notes']}>
      <h4>{words.notes.title}</h4>
      {!seesOthers && (
        <p className={styles['quiet']}>{mayReview ? words.notes.hidden : words.notes.hiddenToReaders}</p>
      )}
      {seesOthers && notes.length === 0 && <p className={styles['quiet']}>{words.notes.empty}</p>}
      {notes.map((note) => (
        <NoteItem key={note.id} note={note} />
      ))}
      {mayReview && <NewNote applicationId={row.id} />}
    </div>
  );
}
