import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { Button } from '../../ui/Button.tsx';
import { wasPressedEarly, wasSentEarly } from '../../ui/hydration/early-input.ts';
import { Field, markFirst } from '../../ui/form/Field.tsx';
import { OFFLINE, loginFailure } from '../session/answer.ts';
import { showToast } from '../../ui/toast/show.ts';
import { useSave } from '../saving/use-save.ts';
import { answerOf } from '../session/answer-of.ts';
import { auth } from '../../supabase/auth.ts';
import styles from '../SignIn.module.css';
import { trimmed } from '@solostead/contract/visible';

const textOf = (values: FormData, name: string) => String(values.get(name) ?? '');

/** Signs in with what is in the form (contract P4.5 and P5.9), once at a time. A refused password is marked, to be typed over. */
function useCredentials(onSignedIn: Props['onSignedIn']) {
  const passwordField = useRef<HTMLInputElement>(null);
  const [isOffline, setOffline] = useState(false);

  const { save, isSaving } = useSave({
    send: (credentials: { email: string; password: string }) =>
      answerOf(auth().signInWithPassword(credentials)),
    done: async (answer) => {
      if (answer.ok) return onSignedIn();
      setOffline(answer.isOffline === true);
      showToast(loginFailure(answer));
      if (answer.code === 'invalid_credentials') markAll(passwordField.current);
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const [email, password] = [trimmed(textOf(values, 'email')), textOf(values, 'password')];
    if (!email || !password)
      return showToast({
        title: 'Missing credentials',
        text: 'Please enter email and password.',
        tone: 'danger',
      });
    setOffline(false);
    void save({ email, password });
  };
  return { isSending: isSaving, isOffline, submit, passwordField };
}

function markAll(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

interface Props {
  /** The input of a step that the person returned from, null at first. */
  email: string | null;
  /** True if the address is known, so that the password is next. */
  isAgain: boolean;
  onSignedIn: () => Promise<void>;
  onForgotten: (email: string) => void;
}

/** E-mail and password. The button stays enabled, so that its toast can say what is missing. */
export function CredentialsForm({ email, isAgain, onSignedIn, onForgotten }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const forgotten = useRef<HTMLButtonElement>(null);
  const { isSending, isOffline, submit, passwordField } = useCredentials(onSignedIn);

  useEffect(() => {
    if (form.current && wasSentEarly(form.current)) form.current.requestSubmit();
    if (forgotten.current && wasPressedEarly(forgotten.current)) forgotten.current.click();
  }, []);
  useEffect(() => {
    // Opening the dialog sets the focus. Returning from another step does not.
    if (isAgain) passwordField.current?.focus();
    else if (email !== null) form.current?.querySelector('input')?.focus();
  }, [email, isAgain, passwordField]);

  const forget = () => onForgotten(form.current?.querySelector('input')?.value ?? '');

  return (
    <form ref={form} className={styles['form']} method="dialog" noValidate onSubmit={submit}>
      <p className={`${styles['lead']} ${styles['first']}`}>For the people who run the lab.</p>
      <Field
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        defaultValue={email ?? undefined}
        {...{ autoFocus: true }}
        ref={email === null ? undefined : markFirst}
      />
      <Field
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        hint={isOffline ? OFFLINE : undefined}
        ref={passwordField}
      />
      <Button type="submit" look="solid" aria-disabled={isSending || undefined}>
        {isSending ? 'Signing in…' : 'Sign in'}
      </Button>
      <Button ref={forgotten} look="text" onClick={forget}>
        Forgot your password?
      </Button>
    </form>
  );
}
