import { useState } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { useSave } from '../../../saving/use-save.ts';
import styles from './ViewTabs.module.css';

interface Props {
  name?: string;
  isShared?: boolean;
  /** Answers '' when it is saved, else what is wrong with the name. */
  onSave: (naming: { name: string; shared: boolean }) => Promise<string>;
  onDone: () => void;
}

/** A view's name, and whether everyone sees it. */
export function NamingForm({ name: first = '', isShared = false, onSave, onDone }: Props) {
  const [name, setName] = useState(first);
  const [shared, setShared] = useState(isShared);
  const [error, setError] = useState('');
  const { save } = useSave({
    send: onSave,
    done: (problem) => (problem ? setError(problem) : onDone()),
  });
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) void save({ name: name.trim(), shared });
      }}
    >
      <Field
        label="Name of this view"
        maxLength={80}
        value={name}
        error={error}
        onChange={({ target }) => {
          setName(target.value);
          setError('');
        }}
      />
      <label className="check">
        <input type="checkbox" checked={shared} onChange={({ target }) => setShared(target.checked)} />
        Show it to everyone in the lab
      </label>
      <Button type="submit" look="solid" disabled={!name.trim()}>
        Save
      </Button>
    </form>
  );
}
