import { Suspense, useState } from 'react';
import { lazyScreen } from '../../ui/lazy/lazy-screen.tsx';
import { useCommands } from './commands/use-commands.ts';
import type { Overlay } from './commands/use-workspace-commands.ts';
import { errorDialog } from './dialogs/error-dialog.tsx';
import { Button } from '../../ui/Button.tsx';
import type { ViewControl } from './view/use-view.ts';
import { useWords } from './words.tsx';
import styles from './Workspace.module.css';

const SavedViews = lazyScreen(() => import('./saved-views/SavedViews.tsx'), errorDialog);
const ExportDialog = lazyScreen(() => import('./export/ExportDialog.tsx'), errorDialog);

type Tool = 'views' | 'export' | null;

/** What is at hand on every screen: saved views, export, the keys. */
export function Tools({ control, onShow }: { control: ViewControl; onShow: (overlay: Overlay) => void }) {
  const words = useWords();
  const [tool, setTool] = useState<Tool>(null);
  const close = () => setTool(null);
  useCommands([
    { id: 'views.open', run: () => setTool('views') },
    { id: 'export.open', run: () => setTool('export') },
  ]);
  return (
    <div className={styles['tools']}>
      <Button look="text" onClick={() => setTool('views')}>
        {words.views.title}
      </Button>
      <Button look="text" onClick={() => setTool('export')}>
        {words.exporting.open}
      </Button>
      <Button look="text" onClick={() => onShow('all')}>
        {words.palette.open}
      </Button>
      <Button look="text" aria-label={words.keys.open} onClick={() => onShow('keys')}>
        ?
      </Button>
      <Suspense>
        {tool === 'views' && <SavedViews control={control} onClose={close} />}
        {tool === 'export' && <ExportDialog filter={control.view.filter} onClose={close} />}
      </Suspense>
    </div>
  );
}
