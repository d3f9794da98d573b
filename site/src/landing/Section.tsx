import type { ReactNode } from 'react';
import styles from './frame.module.css';

interface Props {
  id: string;
  title: string;
  lead?: string;
  className?: string | undefined;
  /** The margin in which the line continues. */
  thread?: 'threadLeft' | 'threadRight';
  children: ReactNode;
}

/** A section of the landing page with its anchor, its h2 and an optional opening sentence. */
export function Section({ id, title, lead, className, thread, children }: Props) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={['page-width', styles['section'], thread && styles[thread], className]
        .filter(Boolean)
        .join(' ')}
    >
      <div className={styles['head']}>
        <h2 id={`${id}-title`} className={styles['title']}>
          {title}
        </h2>
        {lead && <p className={styles['lead']}>{lead}</p>}
      </div>
      {children}
    </section>
  );
}
