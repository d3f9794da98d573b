import { useId, type InputHTMLAttributes, type Ref } from 'react';
import styles from './Checkbox.module.css';
import field from './Field.module.css';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** The current error, announced when it appears. */
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** A native checkbox whose label is as large a target as its box. */
export function Checkbox({ label, error, ...input }: Props) {
  const id = useId();
  return (
    <div className={styles['question']}>
      <input
        {...input}
        id={id}
        type="checkbox"
        className={styles['box']}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
      />
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <p id={`${id}-error`} className={`${field['error']} ${styles['error']}`} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
