import type { Note } from '../../data/shapes/application.ts';
import { useMe } from '../../me.tsx';
import { useWords } from '../../words.tsx';
import { NewNote } from './NewNote.tsx';
import { NoteItem } from './NoteItem.tsx';
import styles from './Notes.module.css';

/** What reviewers wrote, oldest first, and the place to write more. */
export function Notes({ applicationId, notes }: { applicationId: string; notes: readonly Note[] }) {
  const words = useWords();
  const { mayReview } = useMe();
  return (
    <div className={styles['notes']}>
      <h4>{words.notes.title}</h4>
      {notes.length === 0 && <p className={styles['quiet']}>{words.notes.empty}</p>}
      {notes.map((note) => (
        <NoteItem key={note.id} note={note} />
      ))}
      {mayReview && <NewNote applicationId={applicationId} />}
    </div>
  );
}
