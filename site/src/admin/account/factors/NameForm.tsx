import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Field, useFocusOnMount } from '../../../ui/form/Field.tsx';
import { SaveForm } from '../../saving/SaveForm.tsx';
import { useSave } from '../../saving/use-save.ts';
import styles from '../Account.module.css';
import { freeName, nameMistake } from './factor-names.ts';
import { trimmed } from '@solostead/contract/visible';

interface Props {
  /** The text above it. */
  lead: string;
  /** The default name. */
  name: string;
  /** Names of other factors, because each needs its own. */
  taken: readonly string[];
  submit: string;
  /** The button's label while the request is pending. */
  submitting?: string;
  /** Resolves with what is wrong with the name, if anything is. */
  onName: (name: string) => Promise<string | undefined | void>;
  onCancel: () => void;
}

/** Asks for the name of a second factor or of a passkey. */
export function NameForm({ lead, name, taken, submit, submitting, onName, onCancel }: Props) {
  const field = useFocusOnMount<HTMLInputElement>();
  const [fault, setFault] = useState<string>();
  const { save, isSaving } = useSave({ send: onName, done: (problem) => setFault(problem ?? undefined) });
  const send = () => {
    const typed = trimmed(field.current?.value ?? '');
    const problem = nameMistake(typed, taken);
    setFault(problem);
    if (!problem) void save(typed);
  };
  return (
    <SaveForm
      className={`stack gap-4 ${styles['form']}`}
      actionsClassName="cluster gap-3"
      label={submit}
      savingLabel={submitting}
      look="solid"
      isSaving={isSaving}
      onSave={send}
      noValidate
      actions={<Button onClick={onCancel}>Cancel</Button>}
    >
      <p className="text-sm text-ink-soft">{lead}</p>
      <Field
        name="name"
        label="Name"
        defaultValue={freeName(name, taken)}
        maxLength={100}
        autoComplete="off"
        error={fault}
        ref={field}
      />
    </SaveForm>
  );
}
