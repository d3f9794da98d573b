import styles from './Filters.module.css';

interface Props<Value extends string> {
  /** The value and the label of each. */
  options: readonly (readonly [Value, string])[];
  chosen: string | undefined;
  onChoose: (value: Value) => void;
}

/** One of several, chosen by a press. */
export function Options<Value extends string>({ options, chosen, onChoose }: Props<Value>) {
  return (
    <ul className="stack">
      {options.map(([value, label]) => (
        <li key={value}>
          <button
            type="button"
            className={`item row gap-2 w-full button-reset wrap-anywhere ${styles['option']}`}
            aria-pressed={value === chosen}
            onClick={() => onChoose(value)}
          >
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}
