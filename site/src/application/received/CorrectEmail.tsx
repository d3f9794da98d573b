import { useRef, useState, type FormEvent } from 'react';
import { isFieldValid, maxLengths } from '@solostead/contract/text-fields';
import type { ReceivedCopy } from '../../content/received.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { spellOutcome } from '../outcome.ts';
import { correctEmail } from './confirmation-mail.ts';
import { DomainSuggestion } from '../field-help/DomainSuggestion.tsx';
import styles from './ReceivedDialog.module.css';
import { trimmed } from '@solostead/contract/visible';

interface Props {
  copy: ReceivedCopy;
  formKey: string;
  /** The address that is mailed from here on, and what to say about it. */
  onCorrected: (email: string, words: string) => void;
}

/** A form to correct the e-mail of an unconfirmed application, behind a question. */
export function CorrectEmail({ copy, formKey, onCorrected }: Props) {
  const [error, setError] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const summary = useRef<HTMLElement>(null);

  const correct = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    const email = trimmed(String(new FormData(form).get('email')));
    if (!isFieldValid('email', email)) return setError(copy.invalid);
    setSending(true);
    const outcome = await correctEmail(formKey, email);
    setSending(false);
    if (outcome === 'corrected') {
      setError(undefined);
      setOpen(false);
      // The pressed button is hidden with the form.
      if (form.contains(document.activeElement)) summary.current?.focus();
      return onCorrected(email, copy.corrected.corrected);
    }
    setError(spellOutcome(outcome, copy.corrected, copy.failed));
  };

  return (
    <details
      className={styles['wrong']}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary ref={summary}>{copy.wrong}</summary>
      <form className={styles['correct']} noValidate onSubmit={(event) => void correct(event)}>
        <Field
          name="email"
          label={copy.newEmail}
          error={error}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={maxLengths.email}
          required
        >
          <DomainSuggestion />
        </Field>
        <Button type="submit" look="line" aria-disabled={isSending || undefined}>
          {isSending ? copy.correcting : copy.correct}
        </Button>
      </form>
    </details>
  );
}
