import type { ReactNode } from 'react';
import styles from './ErrorState.module.css';

/** Nothing is here, and what to do about it. */
export function Empty({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className={styles['error']}>
      <p className={styles['title']}>{title}</p>
      <p>{text}</p>
      {children}
    </div>
  );
}
