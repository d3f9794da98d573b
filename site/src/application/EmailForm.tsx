import { useState, type FormEvent } from 'react';
import { isFieldValid, maxLengths } from '@solostead/contract/text-fields';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { DomainSuggestion } from './field-help/DomainSuggestion.tsx';
import styles from './EmailForm.module.css';
import { trimmed } from '@solostead/contract/visible';

interface Props {
  copy: { label: string; hint: string; invalid: string; send: string; sending: string };
  look: 'solid' | 'line';
  /** Sends the address and resolves with the words of the answer. */
  onSend: (email: string) => Promise<string>;
}

/** A form for one address, with the result below. A second press while it is being sent does nothing. */
export function EmailForm({ copy, look, onSend }: Props) {
  const [error, setError] = useState<string>();
  const [answer, setAnswer] = useState('');
  const [isSending, setSending] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    setAnswer('');
    const email = trimmed(String(new FormData(event.currentTarget).get('email')));
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
      >
        <DomainSuggestion />
      </Field>
      <Button type="submit" look={look} aria-disabled={isSending || undefined}>
        {isSending ? copy.sending : copy.send}
      </Button>
      <p className={styles['answer']} role="status">
        {answer}
      </p>
    </form>
  );
}
