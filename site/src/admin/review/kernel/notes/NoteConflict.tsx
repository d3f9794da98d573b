import type { NoteVersion } from '../data/shapes/application.ts';
import { usePeople } from '../people/use-people.ts';
import { fill, useWords } from '../words.tsx';
import styles from './Notes.module.css';

/** Shows both versions side by side until the person decides. */
export function NoteConflict({ theirs, yours }: { theirs: NoteVersion; yours: string }) {
  const { notes } = useWords();
  const { nameOf } = usePeople();
  return (
    <div role="alert" className={styles['notes']}>
      <p>{fill(notes.conflict, { who: nameOf(theirs.editor, theirs.editor_email) })}</p>
      <div className={styles['compared']}>
        <div>
          <p className={styles['quiet']}>{notes.theirs}</p>
          <div className={styles['version']}>{theirs.body}</div>
        </div>
        <div>
          <p className={styles['quiet']}>{notes.yours}</p>
          <div className={styles['version']}>{yours}</div>
        </div>
      </div>
    </div>
  );
}
