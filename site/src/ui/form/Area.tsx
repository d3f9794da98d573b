import { useId, type Ref, type TextareaHTMLAttributes } from 'react';
import styles from './Field.module.css';

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  /** A sentence that helps to fill the field. A change of it is announced. */
  hint?: string | undefined;
  /** The current error, announced when it appears. */
  error?: string | undefined;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Several labelled lines of text with their hint and error, tied together for screen readers. */
export function Area({ label, hint, error, className, ...area }: Props) {
  const id = useId();
  return (
    <div className={[styles['field'], className].filter(Boolean).join(' ')}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <textarea
        dir="auto"
        {...area}
        id={id}
        className={`${styles['input']} ${styles['area']}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint ${id}-error`}
      />
      <p id={`${id}-hint`} className={styles['hint']} aria-live="polite">
        {hint}
      </p>
      <p id={`${id}-error`} className={styles['error']} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
