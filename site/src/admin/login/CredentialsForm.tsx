import { useCallback, useEffect, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import type { LoginCopy } from '../../content/admin.ts';
import { Button } from '../../ui/Button.tsx';
import { wasPressedEarly, wasSentEarly } from '../../ui/early.ts';
import { Field } from '../../ui/form/Field.tsx';
import { showToast } from '../../ui/toast/show.ts';
import { isSecondFactorDue } from '../second-factor/due.ts';
import { signIn } from '../session/signIn.ts';
import { failureToast } from '../session/failureToast.ts';
import styles from './LoginDialog.module.css';

interface Props {
  copy: LoginCopy;
  /** What was typed into a step that the person came back from; null at first. */
  email: string | null;
  onSignedIn: (how: { owesProof: boolean }) => void;
  onForgotten: (email: string) => void;
}

const textOf = (values: FormData, name: string) => String(values.get(name) ?? '');

/** E-mail and password. The button stays enabled, so that its toast can say what is missing. */
export function CredentialsForm({ copy, email, onSignedIn, onForgotten }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const forgotten = useRef<HTMLButtonElement>(null);
  const inFlight = useRef(false);
  const [isSending, setSending] = useState(false);

  const send = useCallback(
    async (values: FormData) => {
      const [address, password] = [textOf(values, 'email').trim(), textOf(values, 'password')];
      if (!address || !password) return showToast(copy.toasts.missing);
      setSending(true);
      const answer = await signIn(address, password);
      const owesProof = answer.ok && (await isSecondFactorDue());
      setSending(false);
      if (answer.ok) onSignedIn({ owesProof });
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
  useEffect(() => {
    // Opening the dialog gives the focus by itself; coming back from another step does not.
    if (email !== null) form.current?.querySelector('input')?.focus();
  }, [email]);

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
        defaultValue={email ?? undefined}
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
