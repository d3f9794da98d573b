import { useState, type FormEvent } from 'react';
import { isFieldValid, maxLengths } from '../../../supabase/functions/_shared/contract/text-fields.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import styles from './EmailForm.module.css';

interface Props {
  copy: { label: string; hint: string; invalid: string; send: string; sending: string };
  look: 'solid' | 'line';
  /** Asks for what the form is for; resolves with the words that answer. */
  onSend: (email: string) => Promise<string>;
}

/** One address and a button, and below it what came of it; a second press while it is sent does nothing. */
export function EmailForm({ copy, look, onSend }: Props) {
  const [error, setError] = useState<string>();
  const [answer, setAnswer] = useState('');
  const [isSending, setSending] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    if (!isFieldValid('email', email)) return setError(copy.invalid);
    setError(undefined);
    setSending(true);
    const words = await onSend(email);
    setSending(false);
    setAnswer(words);
  };
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
      <Field
        name="email"
        label={copy.label}
        hint={copy.hint}
        error={error}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={maxLengths.email}
      />
      <Button type="submit" look={look} aria-disabled={isSending || undefined}>
        {isSending ? copy.sending : copy.send}
      </Button>
      <p className={styles['answer']} role="status">
        {answer}
      </p>
    </form>
  );
}
