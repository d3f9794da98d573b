import { useState } from 'react';
import { lazyScreen } from '../../../../ui/lazy/lazy-screen.tsx';
import { Button } from '../../../../ui/Button.tsx';
import type { ViewControl } from '../../../route/use-view.ts';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import { Popover } from '../../kernel/controls/Popover.tsx';
import { useMe } from '../../kernel/data/me.tsx';
import { phrase } from '../../kernel/words.ts';
import type { NamingProps } from './NamingForm.tsx';
import { useSavedViews, type SavedView, type SavedViews } from './use-saved-views.ts';
import { currentTab, useTabs } from './use-tabs.ts';
import styles from './ViewTabs.module.css';

export const NamingForm = lazyScreen(() => import('./NamingForm.tsx'));

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
