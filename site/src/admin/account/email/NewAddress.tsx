import { useState } from 'react';
import type { AccountCopy } from '../../../content/admin/account.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field, useFocusOnMount } from '../../../ui/form/Field.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import { SaveForm } from '../../saving/SaveForm.tsx';
import { useSave } from '../../saving/use-save.ts';
import { failureToast } from '../../session/failure-toast.ts';
import { beginChange } from './change-address.ts';
import styles from '../parts/Account.module.css';

interface Props {
  copy: AccountCopy['email'];
  present: string;
  /** Mails are on their way. */
  onBegun: (wanted: string) => void;
  onCancel: () => void;
}

/** Errors about the address itself appear at the field. */
const ofAddress = ['email_exists', 'email_address_invalid', 'validation_failed'];

/** Asks for another address. */
export function NewAddress({ copy, present, onBegun, onCancel }: Props) {
  const field = useFocusOnMount<HTMLInputElement>();
  const [fault, setFault] = useState<string>();
  const refuse = (why: string) => {
    setFault(why);
    field.current?.focus();
  };
  const { save, isSaving } = useSave({
    send: beginChange,
    done: (answer, wanted) => {
      if (answer.ok) onBegun(wanted.toLowerCase());
      else if (ofAddress.includes(answer.code ?? '')) refuse(answer.message ?? copy.needed);
      else showToast(failureToast(answer, copy));
    },
  });
  const submit = () => {
    const wanted = field.current?.value.trim() ?? '';
    if (!/^[^\s@]+@[^\s@]+$/.test(wanted)) return refuse(copy.needed);
    if (wanted.toLowerCase() === present.toLowerCase()) return refuse(copy.same);
    setFault(undefined);
    void save(wanted);
  };
  return (
    <SaveForm
      className={styles['form']}
      actionsClassName={styles['actions']}
      label={copy.submit}
      look="solid"
      isSaving={isSaving}
      onSave={submit}
      noValidate
      actions={<Button onClick={onCancel}>{copy.cancel}</Button>}
    >
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
    </SaveForm>
  );
}
