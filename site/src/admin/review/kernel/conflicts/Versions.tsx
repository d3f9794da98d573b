import { useWords } from '../words.tsx';
import styles from './Versions.module.css';

/** The other version and the own one, side by side. */
export function Versions({ theirs, yours }: { theirs: string; yours: string }) {
  const { move } = useWords();
  return (
    <dl className={styles['versions']}>
      <div>
        <dt>{move.theirs}</dt>
        <dd>{theirs}</dd>
      </div>
      <div>
        <dt>{move.yours}</dt>
        <dd>{yours}</dd>
      </div>
    </dl>
  );
}
