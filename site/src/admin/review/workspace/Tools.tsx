import { Suspense, useState } from 'react';
import { InBar } from '../../bar/bar-slots.tsx';
import { arrangements, screens, type Screen } from '../../route/view.ts';
import { Button } from '../../../ui/Button.tsx';
import { lazyScreen } from '../../../ui/lazy/lazy-screen.tsx';
import { Keys } from '../kernel/keys/Keys.tsx';
import { useCommands } from '../kernel/commands/use-commands.ts';
import type { Overlay } from './use-workspace-commands.ts';
import { errorDialog } from '../kernel/dialogs/error-dialog.tsx';
import type { ViewControl } from '../../route/use-view.ts';
import { ViewLink } from '../../route/ViewLinks.tsx';
import { useWords } from '../kernel/words.tsx';
import styles from './Tools.module.css';

const ExportDialog = lazyScreen(() => import('./export/ExportDialog.tsx'), errorDialog);

/** Screens that show applications. */
const isOfApplications = (screen: Screen) => screen === 'triage' || isArrangement(screen);
const isArrangement = (screen: Screen) => arrangements.some((other) => other === screen);

/** The screens without a list of applications, and the buttons of every screen for export, commands and keys. */
export function Tools({ control, onShow }: { control: ViewControl; onShow: (overlay: Overlay) => void }) {
  const words = useWords();
  const { view } = control;
  const [isExporting, setExporting] = useState(false);
  useCommands([{ id: 'export.open', run: () => setExporting(true) }]);
  return (
    <>
      <InBar slot="places">
        {screens
          .filter((screen) => !isOfApplications(screen))
          .map((screen) => (
            <ViewLink
              key={screen}
              control={control}
              to={{ screen, section: null, after: null, open: null }}
              isCurrent={screen === view.screen}
            >
              {words.screens[screen]}
            </ViewLink>
          ))}
        {isArrangement(view.screen) && (
          <Button look="text" onClick={() => setExporting(true)}>
            {words.exporting.open}
          </Button>
        )}
        <Button look="text" onClick={() => onShow('all')}>
          <span className={styles['words']}>{words.palette.open} </span>
          <span className={styles['keys']}>
            <Keys of="Mod+k" />
          </span>
        </Button>
        <Button look="text" aria-label={words.keys.open} onClick={() => onShow('keys')}>
          ?
        </Button>
      </InBar>
      <Suspense>
        {isExporting && <ExportDialog filter={view.filter} onClose={() => setExporting(false)} />}
      </Suspense>
    </>
  );
}
