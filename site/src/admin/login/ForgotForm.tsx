import { useState } from 'react';
import type { LoginCopy } from '../../content/admin/admin.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, useFocusOnMount } from '../../ui/form/Field.tsx';
import { showToast } from '../../ui/toast/show.ts';
import { SaveForm } from '../saving/SaveForm.tsx';
import { useSave } from '../saving/use-save.ts';
import { mailNewPasswordLink } from '../session/sign-in.ts';
import type { Refusal } from '../session/answer.ts';
import { failureToast } from '../session/failure-toast.ts';
import styles from './LoginDialog.module.css';

interface Props {
  copy: LoginCopy;
  /** The input of the first step. */
  email: string;
  /** With what is in the field by now. */
  onBack: (email: string) => void;
  /** The mail is on its way. */
  onSent: (email: string) => void;
}

/** Returns why no mail was sent, in the server's words if any. The reason never depends on credentials. */
function whyNotSent(answer: Refusal, { toasts, later }: LoginCopy) {
  const failed = { ...toasts.address, text: toasts.notSent };
  return failureToast(answer, { later, toasts: { failed } });
}

/** Asks where to mail the link to a new password. The answer is the same for known and unknown addresses. */
export function ForgotForm({ copy, email, onBack, onSent }: Props) {
  const [isOffline, setOffline] = useState(false);
  const field = useFocusOnMount<HTMLInputElement>();
  const { save, isSaving } = useSave({
    send: mailNewPasswordLink,
    done: (answer, address) => {
      if (answer.ok) onSent(address);
      else setOffline(answer.isOffline === true);
      showToast(answer.ok ? copy.toasts.mailed : whyNotSent(answer, copy));
    },
  });
  const submit = () => {
    const address = field.current?.value.trim() ?? '';
    if (!address) return showToast(copy.toasts.address);
    setOffline(false);
    void save(address);
  };
  return (
    <SaveForm
      className={styles['form']}
      label={copy.forgot.submit}
      look="solid"
      isSaving={isSaving}
      onSave={submit}
      noValidate
      actions={
        <Button look="text" onClick={() => onBack(field.current?.value ?? '')}>
          {copy.forgot.back}
        </Button>
      }
    >
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
    </SaveForm>
  );
}
