import { useWords } from '../words.tsx';
import styles from './Skeleton.module.css';

/** The shape of what is coming, while it is coming. */
export function Skeleton({ lines }: { lines: number }) {
  const words = useWords();
  return (
    <div className={styles['skeleton']} role="status">
      <span className="visually-hidden">{words.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={styles['line']} aria-hidden="true" />
      ))}
    </div>
  );
}
