import type { ReactNode } from 'react';
import { useWords } from '../words.tsx';
import styles from './Conflict.module.css';

interface Props {
  /** The sentence that reports the concurrent change. */
  text?: string;
  /** Announced when it appears, where nothing around it is. */
  role?: 'alert';
  theirs: string;
  yours: string;
  /** The choices. Without any, saving again replaces the other version. */
  children?: ReactNode;
}

/** The other version and the own one side by side after a concurrent change. Nothing was overwritten. */
export function Conflict({ text, role, theirs, yours, children }: Props) {
  const { move } = useWords();
  return (
    <div role={role} className={styles['conflict']}>
      {text && <p>{text}</p>}
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
      {children && <div className={styles['actions']}>{children}</div>}
    </div>
  );
}
