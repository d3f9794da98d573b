import { useRef, useState, type SubmitEvent } from 'react';
import type { AccountCopy } from '../../../content/admin/account.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import { isWrongCode } from '../../session/answer.ts';
import { failureToast } from '../../session/failure-toast.ts';
import { confirm } from './change-address.ts';
import styles from '../Account.module.css';

interface Props {
  copy: AccountCopy['email'];
  address: string;
  onHalfway: () => void;
  onChanged: () => void;
}

/** Takes the code that was mailed to one of the two addresses. */
export function AddressCode({ copy, address, onHalfway, onChanged }: Props) {
  const field = useRef<HTMLInputElement>(null);
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
    if (!code) return askAgain(copy.codeNeeded);
    setSending(true);
    const became = await confirm(address, code);
    setSending(false);
    if (became === 'changed') return onChanged();
    if (became === 'halfway') return onHalfway();
    if (isWrongCode(became)) return askAgain(copy.codeWrong);
    showToast(failureToast(became, copy));
  };
  return (
    <form className={styles['inline']} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        label={copy.code.replace('{email}', address)}
        error={fault}
        ref={field}
      />
      <Button type="submit" aria-disabled={isSending || undefined}>
        {copy.confirm}
      </Button>
    </form>
  );
}
