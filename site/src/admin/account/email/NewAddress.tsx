import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Field, useFocusOnMount } from '../../../ui/form/Field.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import { SaveForm } from '../../saving/SaveForm.tsx';
import { useSave } from '../../saving/use-save.ts';
import { failureToast } from '../../session/answer.ts';
import { beginChange } from './change-address.ts';
import styles from '../parts/Account.module.css';

interface Props {
  present: string;
  /** Mails are on their way. */
  onBegun: (wanted: string) => void;
  onCancel: () => void;
}

/** Errors about the address itself appear at the field. */
const ofAddress = ['email_exists', 'email_address_invalid', 'validation_failed'];

const NEEDED = 'Please enter an email address.';

/** Asks for another address. */
export function NewAddress({ present, onBegun, onCancel }: Props) {
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
      else if (ofAddress.includes(answer.code ?? '')) refuse(answer.message ?? NEEDED);
      else showToast(failureToast(answer));
    },
  });
  const submit = () => {
    const wanted = field.current?.value.trim() ?? '';
    if (!/^[^\s@]+@[^\s@]+$/.test(wanted)) return refuse(NEEDED);
    if (wanted.toLowerCase() === present.toLowerCase()) return refuse('This is your address already.');
    setFault(undefined);
    void save(wanted);
  };
  return (
    <SaveForm
      className={styles['form']}
      actionsClassName="cluster gap-3"
      label="Send the mails"
      look="solid"
      isSaving={isSaving}
      onSave={submit}
      noValidate
      actions={<Button onClick={onCancel}>Cancel</Button>}
    >
      <Field
        name="email"
        type="email"
        inputMode="email"
        autoComplete="off"
        label="New email address"
        hint="We mail both addresses. The change happens when both have confirmed it."
        error={fault}
        ref={field}
      />
    </SaveForm>
  );
}
