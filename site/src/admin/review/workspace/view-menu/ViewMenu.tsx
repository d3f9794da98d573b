import { Suspense, useState } from 'react';
import { lazyScreen } from '../../../../ui/lazy/lazy-screen.tsx';
import { Button } from '../../../../ui/Button.tsx';
import type { ViewControl } from '../../../route/use-view.ts';
import { arrangements } from '../../../route/view.ts';
import { ViewLinks } from '../../../route/ViewLinks.tsx';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import { Popover, useIsPhone } from '../../kernel/controls/Popover.tsx';
import { errorDialog } from '../../kernel/dialogs/error-dialog.tsx';
import { words } from '../../kernel/words.ts';
import { Columns } from './Columns.tsx';
import { Order } from './Order.tsx';
import styles from './ViewMenu.module.css';

const ExportDialog = lazyScreen(() => import('../export/ExportDialog.tsx'), errorDialog);

/** Sets whether the applications are shown as a list or a board, with which columns and order. It also exports them. */
export function ViewMenu({ control }: { control: ViewControl }) {
  const { view } = control;
  const isPhone = useIsPhone();
  // A phone's rows have no room for a choice of columns.
  const hasColumns = view.screen === 'list' && !isPhone;
  const [isExporting, setExporting] = useState(false);
  useCommands([{ id: 'export.open', run: () => setExporting(true) }]);
  return (
    <>
      <Popover label="View" button="View">
        {(close) => (
          <div className={`stack start gap-4 ${styles['menu']}`}>
            <ViewLinks
              control={control}
              label="List or board"
              links={arrangements.map((screen) => ({
                to: { screen, after: null, open: null },
                label: words.screens[screen],
                isCurrent: screen === view.screen,
              }))}
            />
            <Order control={control} />
            {hasColumns && <Columns control={control} />}
            <Button
              look="text"
              onClick={() => {
                close();
                setExporting(true);
              }}
            >
              Export
            </Button>
          </div>
        )}
      </Popover>
      <Suspense>
        {isExporting && <ExportDialog filter={view.filter} onClose={() => setExporting(false)} />}
      </Suspense>
    </>
  );
}
