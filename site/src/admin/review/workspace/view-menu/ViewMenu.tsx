import { useState } from 'react';
import { lazyScreen } from '#ui/lazy/lazy-screen.tsx';
import { useView } from '../../../route/use-view.ts';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import { Popover } from '../../kernel/controls/Popover.tsx';
import { errorDialog } from '../../kernel/states/error-dialog.tsx';

const ExportDialog = lazyScreen(() => import('../export/ExportDialog.tsx'), { show: errorDialog });
export const ViewSettings = lazyScreen(() => import('./ViewSettings.tsx'));

/** Sets whether the applications are shown as a list or a board, with which columns and order. It also exports them. */
export function ViewMenu() {
  const { view } = useView();
  const [isExporting, setExporting] = useState(false);
  useCommands([{ id: 'export.open', run: () => setExporting(true) }]);
  return (
    <>
      <Popover label="View" button="View">
        {(close) => (
          <ViewSettings
            onExport={() => {
              close();
              setExporting(true);
            }}
          />
        )}
      </Popover>
      {isExporting && <ExportDialog filter={view.filter} onClose={() => setExporting(false)} />}
    </>
  );
}
