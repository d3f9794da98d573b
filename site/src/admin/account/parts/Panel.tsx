import { useId, type ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import styles from './Account.module.css';

/** One section of the account, with its name and a sentence on the left and its controls next to or below them. */
export function Panel({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={`stack ruled ${styles['panel']}`} aria-labelledby={id}>
      <div>
        <h3 id={id}>{title}</h3>
        {lead && <p className="text-sm soft">{lead}</p>}
      </div>
      <div className={`stack start gap-4 shrinks ${styles['matter']}`}>{children}</div>
    </section>
  );
}

/** Reports a section that could not be loaded, with a retry. */
export function Unread({ onRetry }: { onRetry: () => void }) {
  return (
    <p role="status">
      This could not be loaded. <Button onClick={onRetry}>Try again</Button>
    </p>
  );
}

const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Formats a moment in the reader's time zone, such as 'Nov 20, 2026, 12:30 PM'. */
export const spellDate = (moment: string): string => format.format(new Date(moment));
