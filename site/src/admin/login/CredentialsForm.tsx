import { useCallback, useEffect, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import type { LoginCopy } from '../../content/admin.ts';
import { Button } from '../../ui/Button.tsx';
import { wasPressedEarly, wasSentEarly } from '../../ui/early.ts';
import { Field } from '../../ui/form/Field.tsx';
import { showToast } from '../../ui/toast/show.ts';
import { isCodeDue } from '../session/secondFactor.ts';
import { signIn } from '../session/signIn.ts';
import { failureToast } from './failureToast.ts';
import styles from './LoginDialog.module.css';

interface Props {
  copy: LoginCopy;
  onSignedIn: (how: { owesCode: boolean }) => void;
  onForgotten: (email: string) => void;
}

const textOf = (values: FormData, name: string) => String(values.get(name) ?? '');

/** E-mail and password. The button stays enabled, so that its toast can say what is missing. */
export function CredentialsForm({ copy, onSignedIn, onForgotten }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const forgotten = useRef<HTMLButtonElement>(null);
  const inFlight = useRef(false);
  const [isSending, setSending] = useState(false);

  const send = useCallback(
    async (values: FormData) => {
      const [email, password] = [textOf(values, 'email').trim(), textOf(values, 'password')];
      if (!email || !password) return showToast(copy.toasts.missing);
      setSending(true);
      const answer = await signIn(email, password);
      const owesCode = answer.ok && (await isCodeDue());
      setSending(false);
      if (answer.ok) onSignedIn({ owesCode });
      else showToast(failureToast(answer, copy));
    },
    [copy, onSignedIn],
  );

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (inFlight.current) return;
    inFlight.current = true;
    void send(new FormData(event.currentTarget)).finally(() => {
      inFlight.current = false;
    });
  };

  useEffect(() => {
    if (form.current && wasSentEarly(form.current)) form.current.requestSubmit();
    if (forgotten.current && wasPressedEarly(forgotten.current)) forgotten.current.click();
  }, []);

  const forget = () => onForgotten(form.current ? textOf(new FormData(form.current), 'email') : '');

  return (
    <form ref={form} className={styles['form']} method="dialog" noValidate onSubmit={submit}>
      <p className={styles['lead']}>{copy.lead}</p>
      <Field
        name="email"
        label={copy.email}
        type="email"
        inputMode="email"
        autoComplete="username"
        {...{ autofocus: '' }}
      />
      <Field name="password" label={copy.password} type="password" autoComplete="current-password" />
      <Button type="submit" look="solid" aria-disabled={isSending || undefined}>
        {isSending ? copy.submitting : copy.submit}
      </Button>
      <Button ref={forgotten} look="text" onClick={forget}>
        {copy.forgot.link}
      </Button>
    </form>
  );
}
