import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { trimmed } from '@solostead/contract/visible';
import { Field } from '../../ui/form/Field.tsx';
import { SaveForm } from './SaveForm.tsx';
import { useSave } from './use-save.ts';

interface CodeShape {
  readonly pattern: RegExp;
  readonly maxLength?: number;
  readonly inputMode: 'numeric' | 'text';
  readonly autoComplete: string;
}

/** A mailed code, whose length is a setting of the server. */
const mailedCode: CodeShape = { pattern: /./, inputMode: 'numeric', autoComplete: 'one-time-code' };

/** The code of an authenticator app or of a phone. */
export const sixDigits: CodeShape = { ...mailedCode, pattern: /^\d{6}$/, maxLength: 7 };

/** A recovery code, however it was written down. */
export const recoveryCode: CodeShape = {
  pattern: /^[a-z2-7]{16}$/i,
  maxLength: 40,
  inputMode: 'text',
  autoComplete: 'off',
};

type FormProps = Partial<ComponentProps<typeof SaveForm>>;

interface Props extends Pick<
  FormProps,
  'className' | 'actionsClassName' | 'savingLabel' | 'look' | 'actions' | 'children'
> {
  /** A mailed code unless given. */
  shape?: CodeShape;
  label: string;
  submit: string;
  /** Shown instead of sending what cannot be a code. */
  needed: string;
  isFirst?: boolean;
  /** Something else is being sent. */
  isBusy?: boolean;
  /** Resolves with the error for the field, with '' to have the code typed again, or with null if neither is due. */
  send: (code: string) => Promise<string | null>;
}

/** A form that asks for a code. A wrong code is reported at the field and selected, to be typed over. */
export function CodeForm({ shape = mailedCode, isFirst = true, isBusy = false, ...props }: Props) {
  const { label, submit: button, needed, send, children, ...form } = props;
  const { pattern, ...typing } = shape;
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  useEffect(() => {
    if (isFirst) field.current?.focus();
  }, [isFirst]);
  const askAgain = (why: string) => {
    setError(why || undefined);
    field.current?.focus();
    field.current?.select();
  };
  const { save, isSaving } = useSave({
    send,
    done: (why) => why !== null && askAgain(why),
  });
  const submit = () => {
    const code = trimmed(field.current?.value ?? '').replaceAll(/[\s-]/g, '');
    if (!pattern.test(code)) return askAgain(needed);
    setError(undefined);
    return save(code);
  };
  return (
    <SaveForm {...form} label={button} isSaving={isSaving || isBusy} onSave={() => void submit()} noValidate>
      {children}
      <Field
        name="code"
        label={label}
        {...typing}
        autoCapitalize="none"
        spellCheck={false}
        error={error}
        ref={field}
      />
    </SaveForm>
  );
}
