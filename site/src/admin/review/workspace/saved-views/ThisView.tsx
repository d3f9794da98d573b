import { useState } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import type { ViewControl } from '../../../route/use-view.ts';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import { Check } from '../../kernel/controls/Check.tsx';
import { Popover } from '../../kernel/controls/Popover.tsx';
import { useMe } from '../../kernel/data/me.tsx';
import { phrase } from '../../kernel/words.ts';
import { useSavedViews, type Save, type SavedView, type SavedViews } from './use-saved-views.ts';
import { currentTab, useTabs } from './use-tabs.ts';
import { Field } from '../../../../ui/form/Field.tsx';
import { useSave } from '../../../saving/use-save.ts';
import styles from './ViewTabs.module.css';
import { trimmed } from '../../../../../../supabase/functions/_shared/contract/visible.ts';

/** Saves the shown view, or changes a saved one. */
export function ThisView({ control: { view } }: { control: ViewControl }) {
  const savedViews = useSavedViews();
  const current = currentTab(useTabs(savedViews.views), view);
  if (current) return current.saved && <Change saved={current.saved} savedViews={savedViews} />;
  return <SaveView onSave={savedViews.save(view)} hasSearch={view.filter.search !== undefined} />;
}

function SaveView({ onSave, hasSearch }: Pick<NamingProps, 'onSave' | 'hasSearch'>) {
  const [isOpen, set] = useState(false);
  useCommands([{ id: 'views.open', run: () => set(true) }]);
  return (
    <Popover label="Save view" button="Save view" open={{ isOpen, set }}>
      {(close) => <NamingForm onSave={onSave} hasSearch={hasSearch} onDone={close} />}
    </Popover>
  );
}

/** Members change their own views. Owners also remove shared ones. */
function Change({ saved, savedViews: { change, remove } }: { saved: SavedView; savedViews: SavedViews }) {
  const { user_id: myId, access } = useMe();
  const isMine = saved.owner === myId;
  if (!isMine && access !== 'owner') return null;
  return (
    <Popover
      label={phrase`Rename or share ${saved.name}`}
      button="Change view"
      buttonLabel={phrase`Change ${saved.name}`}
    >
      {(close) => (
        <>
          {isMine && (
            <NamingForm name={saved.name} isShared={saved.shared} onSave={change(saved)} onDone={close} />
          )}
          <Button
            look="danger"
            className={styles['remove'] ?? ''}
            onClick={() => {
              close();
              void remove(saved);
            }}
          >
            Remove view
          </Button>
        </>
      )}
    </Popover>
  );
}

interface NamingProps {
  name?: string;
  isShared?: boolean;
  /** True if the shown view has search words, which are not saved. */
  hasSearch?: boolean;
  onSave: Save;
  onDone: () => void;
}

function NamingForm({ name: first = '', isShared = false, hasSearch = false, onSave, onDone }: NamingProps) {
  const [name, setName] = useState(first);
  const [shared, setShared] = useState(isShared);
  const [error, setError] = useState('');
  const { save } = useSave({
    send: onSave,
    done: (problem) => (problem === '' ? onDone() : setError(problem ?? '')),
  });
  return (
    <form
      className="stack gap-3 pad-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed(name)) void save({ name: trimmed(name), shared });
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
      {hasSearch && (
        <p className="soft">A view keeps filters, order and columns. Search words are not saved.</p>
      )}
      <Check label="Show it to everyone in the lab" checked={shared} onCheck={setShared} />
      <Button type="submit" look="solid" disabled={!trimmed(name)}>
        Save
      </Button>
    </form>
  );
}
