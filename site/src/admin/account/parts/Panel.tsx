import { useId, useState, type MouseEvent, type ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import styles from '../Account.module.css';
import { unbroken } from '../../../ui/unbroken.ts';
import type { Elements } from '../../../ui/elements.ts';

/** One section of the account, with its name and a sentence on the left and its controls next to or below them. */
export function Panel({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={`stack ruled ${styles['panel']}`} aria-labelledby={id}>
      <div>
        <h3 id={id}>{title}</h3>
        {lead && <p className="text-sm text-ink-soft">{lead}</p>}
      </div>
      <div className={'stack justify-items-start content-start gap-4 min-w-0'}>{children}</div>
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

interface EntryProps {
  name: string;
  /** Smaller lines below the name. */
  details: readonly string[];
  /** Shows a button that removes it. */
  onRemove?: (() => void) | false;
  children?: Elements;
}

/** An entry in one of the account’s lists, such as a passkey. */
export function Entry({ name, details, onRemove, children }: EntryProps) {
  return (
    <li className={`row flex-wrap justify-between gap-3 ${styles['row']}`}>
      <span>
        <span>{name}</span>
        {details.map((detail) => (
          <small key={detail} className="small">
            {detail}
          </small>
        ))}
      </span>
      {onRemove && <Confirmed label="Remove" question="Really remove?" onConfirm={onRemove} />}
      {children}
    </li>
  );
}

interface ConfirmedProps {
  label: string;
  /** The button's label after the first press. */
  question: string;
  onConfirm: () => void;
}

/** A button that asks for a confirmation in its place before a harmful action. */
export function Confirmed({ label, question, onConfirm }: ConfirmedProps) {
  const [isAsking, setAsking] = useState(false);
  const press = ({ detail: clicks }: MouseEvent) => {
    // The second click of a double click confirms nothing.
    if (isAsking && clicks > 1) return;
    if (isAsking) onConfirm();
    setAsking(!isAsking);
  };
  return (
    <Button look={isAsking ? 'solid' : 'line'} onClick={press} onBlur={() => setAsking(false)}>
      <span aria-live="polite">{isAsking ? question : label}</span>
    </Button>
  );
}

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Formats a moment in the reader's time zone, such as '20 Nov 2026, 12:30'. */
export const spellDate = (moment: string): string => unbroken(format.format(new Date(moment)));
