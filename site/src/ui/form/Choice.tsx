import { useId, type ComponentPropsWithRef } from 'react';
import field from './Field.module.css';
import styles from './Choice.module.css';

interface Props extends ComponentPropsWithRef<'select'> {
  label: string;
  /** The label is there for screen readers only. */
  isLabelHidden?: boolean;
  /** The value and the label of each option. */
  options: readonly (readonly [string, string])[];
}

/** A native select. */
export function Choice({ label, isLabelHidden = false, className, options, ...select }: Props) {
  const id = useId();
  return (
    <div className={[field['field'], className].filter(Boolean).join(' ')}>
      <label className={isLabelHidden ? 'visually-hidden' : field['label']} htmlFor={id}>
        {label}
      </label>
      <select
        {...select}
        id={id}
        className={`${field['input']} ${styles['choice']} ${isLabelHidden ? styles['inline'] : ''}`}
      >
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
