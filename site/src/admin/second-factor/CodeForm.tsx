import { useState, type SubmitEvent } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { useFocusOnMount } from '../../ui/form/use-focus-on-mount.ts';
import { isWrongFactorCode, type Answer } from '../session/answer.ts';
import styles from './SecondFactorStep.module.css';

interface Props {
  copy: {
    readonly label: string;
    readonly submit: string;
    readonly submitting: string;
    /** Said instead of sending what cannot be a code. */
    readonly needed: string;
    readonly wrong: string;
  };
  lead: string;
  /** Six digits unless said. */
  form?: CodeShape;
  prove: (code: string) => Promise<Answer>;
  /** Not told of a wrong code, which is said here. */
  onAnswer: (answer: Answer) => void;
}

interface CodeShape {
  readonly pattern: RegExp;
  readonly maxLength: number;
  readonly inputMode: 'numeric' | 'text';
  readonly autoComplete: string;
}

const sixDigits: CodeShape = {
  pattern: /^\d{6}$/,
  maxLength: 7,
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
};

/** A recovery code, however it was written down. */
export const recoveryCode: CodeShape = {
  pattern: /^[a-z2-7]{16}$/i,
  maxLength: 40,
  inputMode: 'text',
  autoComplete: 'off',
};

/** Asks for a code. A wrong one is said at the field and marked, to be typed over. */
export function CodeForm({ copy, lead, form = sixDigits, prove, onAnswer }: Props) {
  const [isSending, setSending] = useState(false);
  const field = useFocusOnMount<HTMLInputElement>();
  const [fault, setFault] = useState<string>();
  const askAgain = (why: string | undefined) => {
    setFault(why);
    field.current?.focus();
    field.current?.select();
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const code = String(new FormData(event.currentTarget).get('code') ?? '').replaceAll(/[\s-]/g, '');
    if (!form.pattern.test(code)) return askAgain(copy.needed);
    setFault(undefined);
    setSending(true);
    const answer = await prove(code);
    setSending(false);
    if (!answer.ok && isWrongFactorCode(answer)) return askAgain(copy.wrong);
    if (!answer.ok) askAgain(undefined);
    onAnswer(answer);
  };
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles['lead']}>{lead}</p>
      <Field
        name="code"
        label={copy.label}
        inputMode={form.inputMode}
        autoComplete={form.autoComplete}
        maxLength={form.maxLength}
        autoCapitalize="none"
        spellCheck={false}
        error={fault}
        ref={field}
      />
      <Button type="submit" look="solid" aria-disabled={isSending || undefined}>
        {isSending ? copy.submitting : copy.submit}
      </Button>
    </form>
  );
}
