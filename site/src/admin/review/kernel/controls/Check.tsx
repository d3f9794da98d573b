import { useId, type ComponentProps } from 'react';

interface Props extends ComponentProps<'input'> {
  label: string;
  /** A sentence below it, read out with the label. */
  hint?: string;
  onCheck: (isChecked: boolean) => void;
}

/** A checkbox, or a radio button, in its label. */
export function Check({ label, hint, onCheck, type = 'checkbox', ...input }: Props) {
  const id = useId();
  const check = (
    <label className="check">
      <input
        {...input}
        type={type}
        aria-describedby={hint && id}
        onChange={({ target }) => onCheck(target.checked)}
      />
      <span>{label}</span>
    </label>
  );
  if (!hint) return check;
  return (
    <div>
      {check}
      <p id={id} className="text-sm text-ink-soft">
        {hint}
      </p>
    </div>
  );
}
