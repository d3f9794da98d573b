import { useRef, useState, type SubmitEvent } from 'react';
import type { LoginCopy } from '../../content/admin/admin.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { useFocusOnMount } from '../../ui/form/use-focus-on-mount.ts';
import { showToast } from '../../ui/toast/show.ts';
import { isSecondFactorDue } from '../second-factor/due.ts';
import { isWrongCode } from '../session/answer.ts';
import { failureToast } from '../session/failure-toast.ts';
import { signInByCode } from '../session/sign-in.ts';
import styles from './LoginDialog.module.css';
import type { SignedIn } from './use-sign-in-steps.ts';

interface Props {
  copy: LoginCopy;
  /** Where the mail went. */
  email: string;
  onSignedIn: (how: SignedIn) => void;
  onBack: (email: string) => void;
}

/** Takes the code of the mail for a new password: for people who read it on another device. */
export default function CodeForm({ copy, email, onSignedIn, onBack }: Props) {
  const { forgot } = copy;
  const [error, setError] = useState<string>();
  const [isSending, setSending] = useState(false);
  const inFlight = useRef(false);
  const field = useFocusOnMount<HTMLInputElement>();

  const send = async (code: string) => {
    setError(code ? undefined : forgot.codeNeeded);
    if (!code) return field.current?.focus();
    setSending(true);
    const answer = await signInByCode(email, code);
    const owesProof = answer.ok && (await isSecondFactorDue());
    setSending(false);
    if (answer.ok) return onSignedIn({ owesProof, wantsPassword: true });
    if (isWrongCode(answer)) setError(forgot.codeWrong);
    else if (answer.isOffline) setError(copy.offline);
    else showToast(failureToast(answer, copy));
    field.current?.select();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (inFlight.current) return;
    inFlight.current = true;
    const code = String(new FormData(event.currentTarget).get('code') ?? '').replaceAll(/\s/g, '');
    void send(code).finally(() => {
      inFlight.current = false;
    });
  };
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <p className={styles['lead']}>{forgot.sent.replace('{email}', email)}</p>
      <Field
        name="code"
        label={forgot.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={error}
        ref={field}
      />
      <Button type="submit" look="solid" aria-disabled={isSending || undefined}>
        {forgot.codeSubmit}
      </Button>
      <Button look="text" onClick={() => onBack(email)}>
        {forgot.other}
      </Button>
    </form>
  );
}
