import { useState, type ReactNode, type SubmitEvent } from 'react';
import type { AccountCopy } from '../../../content/admin/account.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { useFocusOnMount } from '../../../ui/form/use-focus-on-mount.ts';
import { showToast } from '../../../ui/toast/show.ts';
import { isWrongFactorCode } from '../../session/answer.ts';
import { proveEnrolment } from './factors.ts';
import styles from '../Account.module.css';

interface Props {
  copy: AccountCopy['factor'];
  id: string;
  onEnrolled: () => void;
  /** What stands beside the button. */
  children: ReactNode;
}

/** The first code of the app that is being added; a wrong one is said at the field and marked, to be typed over. */
export function FirstCode({ copy, id, onEnrolled, children }: Props) {
  const field = useFocusOnMount<HTMLInputElement>();
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState<string>();
  const askAgain = (why: string | undefined) => {
    setFault(why);
    field.current?.focus();
    field.current?.select();
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const code = String(new FormData(event.currentTarget).get('code')).replaceAll(/\s/g, '');
    if (!/^\d{6}$/.test(code)) return askAgain(copy.codeNeeded);
    setFault(undefined);
    setSending(true);
    const answer = await proveEnrolment(id, code);
    setSending(false);
    if (answer.ok) return onEnrolled();
    if (isWrongFactorCode(answer)) return askAgain(copy.codeWrong);
    askAgain(undefined);
    showToast({ ...copy.toasts.failed, text: answer.message ?? copy.toasts.failed.text });
  };
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        name="code"
        label={copy.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        error={fault}
        ref={field}
      />
      <div className={styles['actions']}>
        <Button type="submit" look="solid" aria-disabled={isSending || undefined}>
          {copy.confirm}
        </Button>
        {children}
      </div>
    </form>
  );
}
