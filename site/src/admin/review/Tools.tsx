import { Suspense, useState } from 'react';
import { lazyPart } from '../../ui/part/lazyPart.tsx';
import { stoppedDialog } from './parts/stoppedDialog.tsx';
import { Button } from '../../ui/Button.tsx';
import type { ViewControl } from './view/useView.ts';
import { useWords } from './words.tsx';
import styles from './Workspace.module.css';

const SavedViews = lazyPart(() => import('./saved-views/SavedViews.tsx'), stoppedDialog);
const ExportDialog = lazyPart(() => import('./export/ExportDialog.tsx'), stoppedDialog);

type Tool = 'views' | 'export' | null;

/** What is at hand on every screen: saved views, export, the keys. */
export function Tools({ control, onHelp }: { control: ViewControl; onHelp: () => void }) {
  const words = useWords();
  const [tool, setTool] = useState<Tool>(null);
  const close = () => setTool(null);
  return (
    <div className={styles['tools']}>
      <Button look="text" onClick={() => setTool('views')}>
        {words.views.title}
      </Button>
      <Button look="text" onClick={() => setTool('export')}>
        {words.exporting.open}
      </Button>
      <Button look="text" aria-label={words.keys.open} onClick={onHelp}>
        ?
      </Button>
      <Suspense>
        {tool === 'views' && <SavedViews control={control} onClose={close} />}
        {tool === 'export' && <ExportDialog filter={control.view.filter} onClose={close} />}
      </Suspense>
    </div>
  );
}
