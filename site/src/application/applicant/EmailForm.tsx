import { useState, type FormEvent } from 'react';
import { isFieldValid } from '@solostead/contract/text-fields';
import { trimmed } from '@solostead/contract/visible';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { DomainSuggestion } from '../field-help/DomainSuggestion.tsx';
import { noNotice, type Notice, NoticeLine } from './notice.tsx';
import styles from './EmailForm.module.css';

export interface EmailFormCopy {
  readonly label: string;
  readonly hint?: string;
  readonly invalid: string;
  readonly send: string;
  readonly sending: string;
}

interface Props {
  copy: EmailFormCopy;
  look: 'solid' | 'line';
  /** Sends the address and resolves with the answer in words. */
  onSend: (email: string) => Promise<Notice>;
}

/** A form for one address, with the result below. A second press while it is being sent does nothing. */
export function EmailForm({ copy, look, onSend }: Props) {
  const [error, setError] = useState<string>();
  const [notice, setNotice] = useState(noNotice);
  const [isSending, setSending] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    setNotice(noNotice);
    const email = trimmed(String(new FormData(event.currentTarget).get('email')));
    if (!isFieldValid('email', email)) return setError(copy.invalid);
    setError(undefined);
    setSending(true);
    const answer = await onSend(email);
    setSending(false);
    if (answer.isAboutAddress) setError(answer.text);
    else setNotice(answer);
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
        required
      >
        <DomainSuggestion />
      </Field>
      <Button type="submit" look={look} aria-disabled={isSending || undefined}>
        {isSending ? copy.sending : copy.send}
      </Button>
      <NoticeLine notice={notice} />
    </form>
  );
}
