import { useEffect, useRef, useState, type ReactNode } from 'react';
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

interface Props {
  className?: string | undefined;
  actionsClassName?: string | undefined;
  /** A mailed code unless given. */
  shape?: CodeShape;
  label: string;
  submit: string;
  submitting?: string;
  look?: 'solid';
  /** Shown instead of sending what cannot be a code. */
  needed: string;
  isFirst?: boolean;
  /** Something else is being sent. */
  isBusy?: boolean;
  /** Resolves with the error for the field, with '' to have the code typed again, or with null if neither is due. */
  send: (code: string) => Promise<string | null>;
  actions?: ReactNode;
  children?: ReactNode;
}

/** A form that asks for a code. A wrong code is reported at the field and selected, to be typed over. */
export function CodeForm({ shape = mailedCode, isFirst = true, isBusy = false, ...props }: Props) {
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
    send: props.send,
    done: (why) => why !== null && askAgain(why),
  });
  const submit = () => {
    const code = (field.current?.value ?? '').replaceAll(/[\s-]/g, '');
    if (!shape.pattern.test(code)) return askAgain(props.needed);
    setError(undefined);
    return save(code);
  };
  return (
    <SaveForm
      {...{ className: props.className, actionsClassName: props.actionsClassName, actions: props.actions }}
      label={props.submit}
      savingLabel={props.submitting}
      look={props.look}
      isSaving={isSaving || isBusy}
      onSave={() => void submit()}
      noValidate
    >
      {props.children}
      <Field
        name="code"
        label={props.label}
        inputMode={shape.inputMode}
        autoComplete={shape.autoComplete}
        maxLength={shape.maxLength}
        autoCapitalize="none"
        spellCheck={false}
        error={error}
        ref={field}
      />
    </SaveForm>
  );
}
