import { useState, type SubmitEvent } from 'react';
import type { LoginCopy } from '../../content/admin/admin.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { useFocusOnMount } from '../../ui/form/use-focus-on-mount.ts';
import { showToast } from '../../ui/toast/show.ts';
import { mailNewPasswordLink } from '../session/sign-in.ts';
import type { Refusal } from '../session/answer.ts';
import { failureToast } from '../session/failure-toast.ts';
import styles from './LoginDialog.module.css';

interface Props {
  copy: LoginCopy;
  /** What was typed into the first step. */
  email: string;
  /** With what is in the field by now. */
  onBack: (email: string) => void;
  /** The mail is on its way. */
  onSent: (email: string) => void;
}

/** Why no mail was sent, in the server's words where it has any: credentials have no part in it. */
function whyNotSent(answer: Refusal, { toasts, later }: LoginCopy) {
  const failed = { ...toasts.address, text: toasts.notSent };
  return failureToast(answer, { later, toasts: { failed } });
}

/** Asks where to mail the link to a new password; says the same whether or not the address has an account. */
export function ForgotForm({ copy, email, onBack, onSent }: Props) {
  const [isSending, setSending] = useState(false);
  const [isOffline, setOffline] = useState(false);
  const field = useFocusOnMount<HTMLInputElement>();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const address = String(new FormData(event.currentTarget).get('email') ?? '').trim();
    if (!address) return showToast(copy.toasts.address);
    setSending(true);
    setOffline(false);
    const answer = await mailNewPasswordLink(address);
    setSending(false);
    if (!answer.ok) {
      setOffline(answer.isOffline === true);
      return showToast(whyNotSent(answer, copy));
    }
    onSent(address);
    showToast(copy.toasts.mailed);
  };
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles['lead']}>{copy.forgot.lead}</p>
      <Field
        name="email"
        label={copy.email}
        type="email"
        inputMode="email"
        autoComplete="username"
        defaultValue={email}
        hint={isOffline ? copy.offline : undefined}
        ref={field}
      />
      <Button type="submit" look="solid" aria-disabled={isSending || undefined}>
        {copy.forgot.submit}
      </Button>
      <Button look="text" onClick={() => onBack(field.current?.value ?? '')}>
        {copy.forgot.back}
      </Button>
    </form>
  );
}
