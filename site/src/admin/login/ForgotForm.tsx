import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field, useFocusOnMount } from '../../ui/form/Field.tsx';
import { showToast } from '../../ui/toast/show.ts';
import { SaveForm } from '../saving/SaveForm.tsx';
import { useSave } from '../saving/use-save.ts';
import { answerOf } from '../session/answer-of.ts';
import { auth } from '../../supabase/auth.ts';
import { failureToast, noAddress, OFFLINE } from '../session/answer.ts';
import styles from '../SignIn.module.css';
import { trimmed } from '@solostead/contract/visible';

interface Props {
  /** The input of the first step. */
  email: string;
  /** With what is in the field by now. */
  onBack: (email: string) => void;
  /** The mail is on its way. */
  onSent: (email: string) => void;
}

/** Mails the link, one request at a time. `isOffline` is true if the last request had no connection. */
function useLinkMail(onSent: Props['onSent']) {
  const [isOffline, setOffline] = useState(false);
  const { save, isSaving } = useSave({
    send: (email: string) => answerOf(auth().resetPasswordForEmail(email)),
    done: (answer, address) => {
      if (answer.ok) onSent(address);
      else setOffline(answer.isOffline === true);
      showToast(
        answer.ok
          ? {
              title: 'Check your email',
              text: 'If this address has an account, a link to set a new password is on its way.',
            }
          : failureToast(answer, 'No link sent'),
      );
    },
  });
  const mailTo = (address: string) => {
    setOffline(false);
    void save(address);
  };
  return { mailTo, isSaving, isOffline };
}

/** Asks where to mail the link to a new password. The answer is the same for known and unknown addresses. */
export function ForgotForm({ email, onBack, onSent }: Props) {
  const field = useFocusOnMount<HTMLInputElement>();
  const { mailTo, isSaving, isOffline } = useLinkMail((address) => {
    // Left while the answer was on its way: the person has changed their mind.
    if (field.current) onSent(address);
  });
  const submit = () => {
    const address = trimmed(field.current?.value ?? '');
    if (address) mailTo(address);
    else showToast(noAddress);
  };
  return (
    <SaveForm
      className={styles['form']}
      label="Send link"
      look="solid"
      isSaving={isSaving}
      onSave={submit}
      noValidate
      actions={
        <Button look="text" onClick={() => onBack(field.current?.value ?? '')}>
          Back to sign in
        </Button>
      }
    >
      <p className={`${styles['lead']} ${styles['first']}`}>We send you a link to set a new password.</p>
      <Field
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        defaultValue={email}
        hint={isOffline ? OFFLINE : undefined}
        ref={field}
      />
    </SaveForm>
  );
}
