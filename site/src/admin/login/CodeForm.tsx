import { useState } from 'react';
import type { SubmitEvent } from 'react';
import type { LoginCopy } from '../../content/admin.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { showToast } from '../../ui/toast/show.ts';
import { proveCode } from '../session/secondFactor.ts';
import { failureToast } from './failureToast.ts';
import styles from './LoginDialog.module.css';

/** Asks for the code of an authenticator app: the second step of signing in. */
export function CodeForm({ copy, onProven }: { copy: LoginCopy; onProven: () => void }) {
  const [isSending, setSending] = useState(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const code = String(new FormData(event.currentTarget).get('code') ?? '').replaceAll(/\s/g, '');
    if (!/^\d{6}$/.test(code)) return showToast(copy.toasts.code);
    setSending(true);
    const answer = await proveCode(code);
    setSending(false);
    if (answer.ok) onProven();
    else showToast(failureToast(answer, copy));
  };
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles['lead']}>{copy.code.lead}</p>
      <Field
        name="code"
        label={copy.code.label}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        ref={(input) => input?.focus()}
      />
      <Button type="submit" look="solid" aria-disabled={isSending || undefined}>
        {isSending ? copy.submitting : copy.code.submit}
      </Button>
    </form>
  );
}
