import styles from './Wordmark.module.css';

/** The brand's mark and name. Three quarters of the ring are the builder's and one is the lab's. */
export function Wordmark({ name }: { name: string }) {
  return (
    <a className={styles['wordmark']} href="/">
      <svg viewBox="0 0 24 24" width="24" height="24" fill="none" strokeWidth="3" aria-hidden="true">
        <path d="M12 3.5a8.5 8.5 0 1 1-8.5 8.5" stroke="currentColor" />
        <path d="M4.6 8.2A8.5 8.5 0 0 1 8.2 4.4" className={styles['stake']} />
      </svg>
      <span>{name}</span>
    </a>
  );
}
