import { useState, type SubmitEvent } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { useFocusOnMount } from '../../ui/form/use-focus-on-mount.ts';
import { showToast } from '../../ui/toast/show.ts';
import type { Toast } from '../../ui/toast/toast.ts';
import type { Answer } from '../session/answer.ts';
import styles from './SecondFactorStep.module.css';

interface Props {
  copy: {
    readonly label: string;
    readonly submit: string;
    readonly submitting: string;
    /** Said instead of sending what cannot be a code. */
    readonly needed: Toast;
  };
  lead: string;
  prove: (code: string) => Promise<Answer>;
  onAnswer: (answer: Answer) => void;
}

/** Asks for six digits. After a wrong code they are marked, to be typed over. */
export function CodeForm({ copy, lead, prove, onAnswer }: Props) {
  const [isSending, setSending] = useState(false);
  const field = useFocusOnMount<HTMLInputElement>();
  const askAgain = () => {
    field.current?.focus();
    field.current?.select();
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const code = String(new FormData(event.currentTarget).get('code') ?? '').replaceAll(/\s/g, '');
    if (!/^\d{6}$/.test(code)) {
      askAgain();
      return showToast(copy.needed);
    }
    setSending(true);
    const answer = await prove(code);
    setSending(false);
    if (!answer.ok) askAgain();
    onAnswer(answer);
  };
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles['lead']}>{lead}</p>
      <Field
        name="code"
        label={copy.label}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        ref={field}
      />
      <Button type="submit" look="solid" aria-disabled={isSending || undefined}>
        {isSending ? copy.submitting : copy.submit}
      </Button>
    </form>
  );
}
