import { useConnectionLost } from '../data/connection.ts';
import { fill, useWords } from '../words.tsx';
import styles from './Offline.module.css';

const timeFormat = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const dayFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });

/** '21:38', with the day where it was another one. */
function sayAt(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return isToday ? timeFormat.format(at) : `${dayFormat.format(at)}, ${timeFormat.format(at)}`;
}

interface Props {
  /** When what is shown was loaded, in milliseconds; 0 when nothing is shown. */
  at: number;
  /** What is shown is not what was asked for last. */
  isOther?: boolean;
  /** It stands in a bar at the top and hangs below it; else it is the last of what it is about, and sticks to the window's foot. */
  isBelowBar?: boolean;
}

/** While there is no connection: says so, what is shown and from when. */
export function Offline({ at, isOther = false, isBelowBar = false }: Props) {
  const { offline } = useWords();
  const isLost = useConnectionLost();
  const sentence = at === 0 ? offline.nothing : isOther ? offline.other : offline.since;
  return (
    <div role="status" className={styles[isBelowBar ? 'belowBar' : 'foot']}>
      {isLost && (
        <p className={styles['bar']} data-offline="">
          {fill(sentence, { time: sayAt(at) })}
        </p>
      )}
    </div>
  );
}
