import { useId, type Ref, type TextareaHTMLAttributes } from 'react';
import field from '../../../../ui/form/Field.module.css';
import styles from './controls.module.css';

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text with their label, hint and error. */
export function TextArea({ label, hint, error, className, ...area }: Props) {
  const id = useId();
  return (
    <div className={[field['field'], className].filter(Boolean).join(' ')}>
      <label className={field['label']} htmlFor={id}>
        {label}
      </label>
      <textarea
        dir="auto"
        {...area}
        id={id}
        className={`${field['input']} ${styles['area']}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-said`}
      />
      <p id={`${id}-said`} className={error ? field['error'] : field['hint']} aria-live="polite">
        {error ?? hint}
      </p>
    </div>
  );
}
