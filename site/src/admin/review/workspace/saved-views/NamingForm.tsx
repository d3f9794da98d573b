import { reviewLimits } from '@solostead/contract/review-limits';
import { useState } from 'react';
import { trimmed } from '@solostead/contract/visible';
import { Button } from '#ui/Button.tsx';
import { Field, useFocusOnMount } from '#ui/form/Field.tsx';
import { useSave } from '../../../saving/use-save.ts';
import { Check } from '../../kernel/controls/Check.tsx';
import type { Save } from './use-saved-views.ts';

export interface NamingProps {
  name?: string;
  isShared?: boolean;
  /** True if the shown view has search words, which are not saved. */
  hasSearch?: boolean;
  onSave: Save;
  onDone: () => void;
}

/** The name of a view, and who sees it. */
export function NamingForm({
  name: first = '',
  isShared = false,
  hasSearch = false,
  onSave,
  onDone,
}: NamingProps) {
  const field = useFocusOnMount<HTMLInputElement>();
  const [name, setName] = useState(first);
  const [shared, setShared] = useState(isShared);
  const [error, setError] = useState('');
  const { save } = useSave({
    send: onSave,
    done: (problem) => (problem === '' ? onDone() : setError(problem ?? '')),
  });
  return (
    <form
      className="stack gap-3 p-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed(name)) void save({ name: trimmed(name), shared });
      }}
    >
      <Field
        label="Name of this view"
        ref={field}
        maxLength={reviewLimits.viewNameLength}
        value={name}
        error={error}
        onChange={({ target }) => {
          setName(target.value);
          setError('');
        }}
      />
      {hasSearch && (
        <p className="text-ink-soft">A view keeps filters, order and columns. Search words are not saved.</p>
      )}
      <Check label="Show it to everyone in the lab" checked={shared} onCheck={setShared} />
      <Button type="submit" look="solid" disabled={!trimmed(name)}>
        Save
      </Button>
    </form>
  );
}
