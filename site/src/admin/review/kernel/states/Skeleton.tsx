import styles from './Skeleton.module.css';

/** The shape of what is coming, while it is coming. */
export function Skeleton({ lines }: { lines: number }) {
  return (
    <div className={`stack gap-3 ${styles['skeleton']}`} role="status">
      <span className="visually-hidden">Loading…</span>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={styles['line']} aria-hidden="true" />
      ))}
    </div>
  );
}
