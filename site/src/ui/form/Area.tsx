import { useId, type Ref, type TextareaHTMLAttributes } from 'react';
import styles from './Field.module.css';

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  /** A standing sentence that helps to fill the field. */
  hint: string;
  /** The current error, announced when it appears. */
  error?: string | undefined;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Some labelled lines of text with their hint and their error, tied together for screen readers. */
export function Area({ label, hint, error, ...area }: Props) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <textarea
        dir="auto"
        {...area}
        id={id}
        className={styles['input']}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint ${id}-error`}
      />
      <p id={`${id}-hint`} className={styles['hint']}>
        {hint}
      </p>
      <p id={`${id}-error`} className={styles['error']} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
