import { useId, type ReactNode } from 'react';
import styles from './Account.module.css';

/** One section of the account, with its name and a sentence on the left and its controls next to or below them. */
export function Panel({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles['panel']} aria-labelledby={id}>
      <div>
        <h3 id={id}>{title}</h3>
        {lead && <p className={styles['soft']}>{lead}</p>}
      </div>
      <div className={styles['matter']}>{children}</div>
    </section>
  );
}
