import { useState } from 'react';
import { lazyScreen } from '../../../../ui/lazy/lazy-screen.tsx';
import type { ViewControl } from '../../../route/use-view.ts';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import { Popover } from '../../kernel/controls/Popover.tsx';
import { errorDialog } from '../../kernel/dialogs/error-dialog.tsx';

const ExportDialog = lazyScreen(() => import('../export/ExportDialog.tsx'), { show: errorDialog });
export const ViewSettings = lazyScreen(() => import('./ViewSettings.tsx'));

/** Sets whether the applications are shown as a list or a board, with which columns and order. It also exports them. */
export function ViewMenu({ control }: { control: ViewControl }) {
  const [isExporting, setExporting] = useState(false);
  useCommands([{ id: 'export.open', run: () => setExporting(true) }]);
  return (
    <>
      <Popover label="View" button="View">
        {(close) => (
          <ViewSettings
            control={control}
            onExport={() => {
              close();
              setExporting(true);
            }}
          />
        )}
      </Popover>
      {isExporting && <ExportDialog filter={control.view.filter} onClose={() => setExporting(false)} />}
    </>
  );
}
