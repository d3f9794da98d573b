import { useRef } from 'react';
import type { ReceivedCopy } from '../../content/received.ts';
import { callForOutcome } from '../applicant/calls.ts';
import { EmailForm } from '../applicant/EmailForm.tsx';
import { noNotice, type Notice, wordsOf } from '../applicant/notice.tsx';
import styles from './ReceivedDialog.module.css';

interface Props {
  copy: ReceivedCopy;
  formKey: string;
  /** The address that is mailed from here on, and what to say about it. */
  onCorrected: (email: string, notice: Notice) => void;
}

/** A form to correct the email of an unconfirmed application, behind a question. */
export function CorrectEmail({ copy, formKey, onCorrected }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);
  const correct = async (email: string): Promise<Notice> => {
    const answer = await callForOutcome('my_email_correct', { application_key: formKey, email });
    const notice = wordsOf(answer, copy.corrected, copy);
    if (answer.kind !== 'answered' || answer.outcome !== 'corrected') return notice;
    // The pressed button is hidden with the form.
    if (details.current?.contains(document.activeElement)) summary.current?.focus();
    if (details.current) details.current.open = false;
    onCorrected(email, notice);
    return noNotice;
  };
  const { newEmail: label, correct: send, correcting: sending, invalid } = copy;
  return (
    <details className={styles['wrong']} ref={details}>
      <summary ref={summary}>{copy.wrong}</summary>
      <EmailForm copy={{ label, send, sending, invalid }} look="line" onSend={correct} />
    </details>
  );
}
