import type { ReactNode } from 'react';
import styles from './Conflict.module.css';
import type { Elements } from '#ui/elements.ts';

interface Props {
  /** The sentence that reports the concurrent change. */
  text?: Elements | string;
  /** Announced when it appears, where nothing around it is. */
  role?: 'alert';
  theirs: ReactNode;
  yours: string;
  /** The choices. Without any, saving again replaces the other version. */
  children?: Elements;
}

/** The other version and the own one side by side after a concurrent change. Nothing was overwritten. */
export function Conflict({ text, role, theirs, yours, children }: Props) {
  return (
    <div role={role} className="stack gap-4">
      {Boolean(text) && <p>{text}</p>}
      <dl className={`stack gap-4 ${styles['versions']}`}>
        <div>
          <dt className="small">Theirs</dt>
          <dd className="written">{theirs}</dd>
        </div>
        <div>
          <dt className="small">Yours</dt>
          <dd className="written">{yours}</dd>
        </div>
      </dl>
      {children && <div className="row flex-wrap gap-3">{children}</div>}
    </div>
  );
}
