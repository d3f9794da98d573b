import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field, useFocusOnMount } from '../../ui/form/Field.tsx';
import { showToast } from '../../ui/toast/show.ts';
import { SaveForm } from '../saving/SaveForm.tsx';
import { useSave } from '../saving/use-save.ts';
import { mailNewPasswordLink } from '../session/sign-in.ts';
import { failureToast, noAddress, OFFLINE } from '../session/answer.ts';
import styles from '../second-factor/SignIn.module.css';

interface Props {
  /** The input of the first step. */
  email: string;
  /** With what is in the field by now. */
  onBack: (email: string) => void;
  /** The mail is on its way. */
  onSent: (email: string) => void;
}

/** Asks where to mail the link to a new password. The answer is the same for known and unknown addresses. */
export function ForgotForm({ email, onBack, onSent }: Props) {
  const [isOffline, setOffline] = useState(false);
  const field = useFocusOnMount<HTMLInputElement>();
  const { save, isSaving } = useSave({
    send: mailNewPasswordLink,
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
  const submit = () => {
    const address = field.current?.value.trim() ?? '';
    if (!address) return showToast(noAddress);
    setOffline(false);
    void save(address);
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
