import { spellDay } from '@solostead/contract/day';
import { unbroken } from '../../ui/unbroken.ts';
import { useEffect, useRef } from 'react';
import type { ClosedCopy } from '../../content/closed.ts';
import { callForOutcome } from '../applicant/calls.ts';
import { EmailForm } from '../applicant/EmailForm.tsx';
import { wordsOf } from '../applicant/notice.tsx';
import type { Closed } from './intake.ts';
import styles from './ClosedNotice.module.css';

interface Props extends Closed {
  copy: ClosedCopy;
  /** True if the form below contains input. */
  isTyped: boolean;
  /** True if the form was sent and refused because of the closing. */
  isSent: boolean;
}

/** Names the time zone of the day where the reader's is another. */
function spellOpening(day: string, zone = 'UTC'): string {
  const isReaders = zone === Intl.DateTimeFormat().resolvedOptions().timeZone;
  return `${unbroken(spellDay(day))}${isReaders ? '' : ` (${zone})`}`;
}

/**
 * Shown instead of the form, or above its input. It says that applications are closed, until when, and how to be
 * notified.
 */
export function ClosedNotice({ copy, opensOn, zone, isTyped, isSent }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Someone who types in the form must not lose the field. Without input the form and its focus are gone.
    if (!isTyped || isSent || !document.activeElement?.matches('input')) heading.current?.focus();
  }, [isTyped, isSent]);
  const when = opensOn ? copy.until.replace('{day}', spellOpening(opensOn, zone)) : copy.forGood;
  const ask = async (email: string) =>
    wordsOf(await callForOutcome('request_opening_mail', { email }), copy.answers, copy);
  return (
    <section className={styles['notice']}>
      <h3 ref={heading} tabIndex={-1} className={styles['title']}>
        {copy.title}
      </h3>
      <p>{when}</p>
      {isTyped && <p>{copy.saved}</p>}
      <EmailForm copy={{ ...copy, hint: copy.ask }} look="solid" onSend={ask} />
    </section>
  );
}
