import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { useView } from '../../../route/use-view.ts';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import { Popover } from '../../kernel/controls/Popover.tsx';
import { useMe } from '../../kernel/data/me.tsx';
import { phrase } from '../../kernel/words.ts';
import { NamingForm, type NamingProps } from './NamingForm.tsx';
import type { SavedView } from './queries.ts';
import { useSavedViews, type SavedViews } from './use-saved-views.ts';
import styles from './ViewTabs.module.css';

/** The button that saves a view, or changes a saved one. */
export default function ViewSaving({ saved }: { saved: SavedView | null }) {
  const { view } = useView();
  const savedViews = useSavedViews();
  return saved ? (
    <Change saved={saved} savedViews={savedViews} />
  ) : (
    <SaveView onSave={savedViews.save(view)} hasSearch={view.filter.search !== undefined} />
  );
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
