import { useState, type FormEvent } from 'react';
import { isFieldValid, maxLengths } from '../../../../supabase/functions/_shared/contract/text-fields.ts';
import type { ReceivedCopy } from '../../content/received.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { askForConfirmationMail } from '../received/confirmation-mail.ts';
import styles from './ConfirmEmail.module.css';

/** A new confirmation link for an address, for those whose link is no good; the answer is alike for every address. */
export function RequestLink({ copy }: { copy: ReceivedCopy }) {
  const [error, setError] = useState<string>();
  const [words, setWords] = useState('');
  const [isSending, setSending] = useState(false);
  const request = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    if (!isFieldValid('email', email)) return setError(copy.invalid);
    setError(undefined);
    setSending(true);
    const isAsked = await askForConfirmationMail(email);
    setSending(false);
    setWords(isAsked ? copy.request.sent.text : copy.failed);
  };
  return (
    <form className={styles['request']} noValidate onSubmit={(event) => void request(event)}>
      <Field
        name="email"
        label={copy.request.label}
        hint={copy.request.hint}
        error={error}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={maxLengths.email}
      />
      <Button type="submit" look="line" aria-disabled={isSending || undefined}>
        {isSending ? copy.request.sending : copy.request.send}
      </Button>
      <p className={styles['soft']} role="status">
        {words}
      </p>
    </form>
  );
}
