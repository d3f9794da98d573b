import { Disc } from '../people/MemberName.tsx';
import type { Person } from '../data/shapes/people.ts';
import { fill, useWords } from '../words.tsx';
import styles from './Notes.module.css';

interface Props {
  id: string;
  shown: readonly Person[];
  marked: Person | undefined;
  onPick: (person: Person) => void;
}

export const optionId = (id: string, person: Person | undefined) => person && `${id}-${person.user_id}`;

/** The suggested members below the field, which keeps the keys. */
export function MentionList({ id, shown, marked, onPick }: Props) {
  const { notes } = useWords();
  return (
    <>
      <p className="visually-hidden" role="status">
        {shown.length > 0 && fill(notes.offered, { count: shown.length })}
      </p>
      {shown.length > 0 && (
        <div id={id} role="listbox" aria-label={notes.mention} className={styles['offered']}>
          {shown.map((person) => (
            // The field has the focus and the keys: useMentionList.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={person.user_id}
              id={optionId(id, person)}
              role="option"
              tabIndex={-1}
              aria-selected={person === marked}
              className={styles['option']}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onPick(person)}
            >
              <Disc id={person.user_id} name={person.name} />
              <bdi>{person.name}</bdi>
              <span className={styles['address']}>{person.email}</span>
            </div>
          ))}
        </div>
      )}
    </>
  );
}
