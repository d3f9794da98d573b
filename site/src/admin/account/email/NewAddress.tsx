import { useState, type SubmitEvent } from 'react';
import type { AccountCopy } from '../../../content/admin/account.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { useFocusOnMount } from '../../../ui/form/use-focus-on-mount.ts';
import { showToast } from '../../../ui/toast/show.ts';
import { failureToast } from '../../session/failure-toast.ts';
import { beginChange } from './change-address.ts';
import styles from '../Account.module.css';

interface Props {
  copy: AccountCopy['email'];
  present: string;
  /** Mails are on their way. */
  onBegun: (wanted: string) => void;
  onCancel: () => void;
}

/** What the server says of the address itself is said at the field. */
const ofAddress = ['email_exists', 'email_address_invalid', 'validation_failed'];

/** Asks for another address. */
export function NewAddress({ copy, present, onBegun, onCancel }: Props) {
  const field = useFocusOnMount<HTMLInputElement>();
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState<string>();
  const refuse = (why: string) => {
    setFault(why);
    field.current?.focus();
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const wanted = String(new FormData(event.currentTarget).get('email')).trim();
    if (!/^[^\s@]+@[^\s@]+$/.test(wanted)) return refuse(copy.needed);
    if (wanted.toLowerCase() === present.toLowerCase()) return refuse(copy.same);
    setFault(undefined);
    setSending(true);
    const answer = await beginChange(wanted);
    setSending(false);
    if (answer.ok) return onBegun(wanted.toLowerCase());
    if (ofAddress.includes(answer.code ?? '')) return refuse(answer.message ?? copy.needed);
    showToast(failureToast(answer, copy));
  };
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        name="email"
        type="email"
        inputMode="email"
        autoComplete="off"
        label={copy.label}
        hint={copy.hint}
        error={fault}
        ref={field}
      />
      <div className={styles['actions']}>
        <Button type="submit" look="solid" aria-disabled={isSending || undefined}>
          {copy.submit}
        </Button>
        <Button onClick={onCancel}>{copy.cancel}</Button>
      </div>
    </form>
  );
}
