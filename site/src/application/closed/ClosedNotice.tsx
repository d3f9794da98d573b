import { useEffect, useRef } from 'react';
import type { ClosedCopy } from '../../content/closed.ts';
import { EmailForm } from '../EmailForm.tsx';
import { askForOpening, type Closed } from './intake.ts';
import styles from './ClosedNotice.module.css';

interface Props extends Closed {
  copy: ClosedCopy;
  /** True if the form below contains input. */
  isTyped: boolean;
}

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/**
 * Shown instead of the form, or above its input. It says that applications are closed, until when, and how to be
 * notified.
 */
export function ClosedNotice({ copy, opensOn, isTyped }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused element may have been removed with the form.
  useEffect(() => heading.current?.focus(), []);
  const when = opensOn ? copy.until.replace('{day}', dayFormat.format(Date.parse(opensOn))) : copy.forGood;
  const ask = async (email: string) => {
    const answer = await askForOpening(email);
    return typeof answer === 'string' ? copy.answers[answer] : (answer.failed ?? copy.failed);
  };
  return (
    <section className={styles['notice']}>
      <h3 ref={heading} tabIndex={-1} className={styles['title']}>
        {copy.title}
      </h3>
      <p>{when}</p>
      {isTyped && <p>{copy.kept}</p>}
      <EmailForm copy={{ ...copy, hint: copy.ask }} look="solid" onSend={ask} />
    </section>
  );
}
