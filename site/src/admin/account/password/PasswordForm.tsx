import { useState, type SubmitEvent } from 'react';
import type { AccountCopy } from '../../../content/admin/account.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import { failureToast } from '../../session/failure-toast.ts';
import { changePassword, isWrongCode } from './change-password.ts';
import { MailedCode } from './MailedCode.tsx';
import styles from '../Account.module.css';

interface Props {
  copy: AccountCopy['password'];
  /** Whose password it is: for those who have it kept by their browser. */
  email: string;
  onSaved?: () => void;
}

type Faults = Partial<Record<'password' | 'again' | 'code', string>>;

const SHORTEST = 8;

function faultsOf(values: FormData, owesCode: boolean, { messages }: Props['copy']): Faults {
  const password = String(values.get('password'));
  if ([...password].length < SHORTEST) return { password: messages.short };
  if (password !== values.get('again')) return { again: messages.different };
  if (owesCode && !String(values.get('code')).trim()) return { code: messages.code };
  return {};
}

/** Sets a new password; asks for a mailed code when the sign-in lies long back. */
export function PasswordForm({ copy, email, onSaved }: Props) {
  const [faults, setFaults] = useState<Faults>({});
  const [owesCode, setOwesCode] = useState(false);
  const [isSending, setSending] = useState(false);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    const values = new FormData(form);
    const found = faultsOf(values, owesCode, copy);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setSending(true);
    const code = owesCode ? String(values.get('code')).trim() : undefined;
    const answer = await changePassword(String(values.get('password')), code);
    setSending(false);
    if (answer.ok) {
      form.reset();
      setOwesCode(false);
      showToast(copy.toasts.saved);
      return onSaved?.();
    }
    if ('codeSent' in answer) return setOwesCode(true);
    if (isWrongCode(answer)) return setFaults({ code: copy.messages.codeWrong });
    showToast(failureToast(answer, copy));
  };

  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field
        name="password"
        type="password"
        autoComplete="new-password"
        label={copy.label}
        error={faults.password}
      />
      <Field
        name="again"
        type="password"
        autoComplete="new-password"
        label={copy.again}
        error={faults.again}
      />
      {owesCode && <MailedCode copy={copy} error={faults.code} />}
      <Button type="submit" look="solid" aria-disabled={isSending || undefined}>
        {copy.submit}
      </Button>
    </form>
  );
}
