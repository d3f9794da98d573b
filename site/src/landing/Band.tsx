import type { ReactNode } from 'react';
import frame from './frame.module.css';
import styles from './Band.module.css';

interface Props {
  id: string;
  title: string;
  look: 'ink' | 'soft';
  children: ReactNode;
}

/** A section on a ground that reaches from edge to edge, under a quiet title. The line from the ring runs through it. */
export function Band({ id, title, look, children }: Props) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={`${styles['band']} ${styles[look]} ${frame['rests']}`}
    >
      <div className={`page-width ${frame['threadRight']} ${styles['inner']}`}>
        <h2 id={`${id}-title`} className={styles['title']}>
          {title}
        </h2>
        {children}
      </div>
    </section>
  );
}
