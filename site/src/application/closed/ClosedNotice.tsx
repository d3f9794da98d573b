import { useEffect, useRef, useState, type FormEvent } from 'react';
import { isFieldValid, maxLengths } from '../../../../supabase/functions/_shared/contract/text-fields.ts';
import type { ClosedCopy } from '../../content/closed.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { askForOpening, type Closed } from './intake.ts';
import styles from './ClosedNotice.module.css';

interface Props extends Closed {
  copy: ClosedCopy;
  /** Something stands in the form, which is shown below. */
  isTyped: boolean;
}

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** In place of the form, or above what was typed into it: that applications are closed, until when, and how to be told. */
export function ClosedNotice({ copy, opensOn, isTyped }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Where the focus was may be gone with the form.
  useEffect(() => heading.current?.focus(), []);
  const when = opensOn ? copy.until.replace('{day}', dayFormat.format(Date.parse(opensOn))) : copy.forGood;
  return (
    <section className={styles['notice']}>
      <h3 ref={heading} tabIndex={-1} className={styles['title']}>
        {copy.title}
      </h3>
      <p>{when}</p>
      {isTyped && <p>{copy.kept}</p>}
      <OpeningForm copy={copy} />
    </section>
  );
}

function OpeningForm({ copy }: { copy: ClosedCopy }) {
  const [error, setError] = useState<string>();
  const [words, setWords] = useState('');
  const [isSending, setSending] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    if (!isFieldValid('email', email)) return setError(copy.invalid);
    setError(undefined);
    setSending(true);
    const answer = await askForOpening(email);
    setSending(false);
    setWords(typeof answer === 'string' ? copy.answers[answer] : (answer.failed ?? copy.failed));
  };
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
      <Field
        name="email"
        label={copy.label}
        hint={copy.ask}
        error={error}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={maxLengths.email}
      />
      <Button type="submit" look="solid" aria-disabled={isSending || undefined}>
        {isSending ? copy.sending : copy.send}
      </Button>
      <p className={styles['words']} role="status">
        {words}
      </p>
    </form>
  );
}
