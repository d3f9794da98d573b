import { Suspense, useCallback, useState } from 'react';
import type { MouseEvent } from 'react';
import { PartBoundary } from '../../ui/part/PartBoundary.tsx';
import { lazyPart } from '../../ui/part/lazyPart.tsx';
import { stoppedDialog } from './parts/stoppedDialog.tsx';
import { usePulse } from './data/usePulse.ts';
import type { Row, Status } from './data/shapes.ts';
import { useKeys } from './keys/useKeys.ts';
import { pressUndo } from './keys/pressUndo.ts';
import { ApplicationList } from './list/ApplicationList.tsx';
import { focusSearch } from './list/SearchBox.tsx';
import { useSteps } from './list/useSteps.ts';
import { useMe } from './me.tsx';
import { MovingProvider } from './moves/moving.tsx';
import { Skeleton } from './parts/Skeleton.tsx';
import { Tools } from './Tools.tsx';
import { useView } from './view/useView.ts';
import type { ViewControl } from './view/useView.ts';
import { SCREENS, viewQuery } from './view/view.ts';
import type { Screen } from './view/view.ts';
import { useWords } from './words.tsx';
import styles from './Workspace.module.css';

const ApplicationPanel = lazyPart(() => import('./application/ApplicationPanel.tsx'));
const Board = lazyPart(() => import('./board/Board.tsx'));
const KeysHelp = lazyPart(
  async () => ({ default: (await import('./keys/KeysHelp.tsx')).KeysHelp }),
  stoppedDialog,
);
const MoveDialog = lazyPart(() => import('./moves/MoveDialog.tsx'), stoppedDialog);
const Numbers = lazyPart(() => import('./numbers/Numbers.tsx'));
const People = lazyPart(() => import('./people/People.tsx'));

/** Moves what one means: the open application, else the selected ones, else the one at hand. */
function startMoving(): void {
  const bulk = document.querySelector<HTMLSelectElement>('[data-bulk-move]');
  const open = document.querySelector<HTMLElement>('#move-open');
  if (bulk && !open) return bulk.focus();
  const row = document.querySelector<HTMLElement>('[data-current] [aria-haspopup]');
  const card = document.activeElement?.closest('li')?.querySelector<HTMLElement>('[aria-haspopup]');
  (open ?? row ?? card)?.click();
}

/** The screens, what is open over them, and the keys that work everywhere. */
export function Workspace() {
  const words = useWords();
  const control = useView();
  const { view, go } = control;
  const { user_id: myId } = useMe();
  const [hasHelp, setHelp] = useState(false);
  const [moving, setMoving] = useState<{ row: Row; to: Status } | null>(null);
  const startMove = useCallback((row: Row, to: Status) => setMoving({ row, to }), []);
  const steps = useSteps(control);
  usePulse(myId, view.open);
  useKeys({
    '?': () => setHelp(true),
    '/': focusSearch,
    m: startMoving,
    u: () => pressUndo(words.undo.label),
    Escape: () => view.open && go({ open: null }),
  });

  return (
    <MovingProvider value={startMove}>
      <div className={styles['workspace']} data-has-open={view.open ? '' : undefined}>
        <div className={styles['top']}>
          <h2 className={styles['title']}>{words.title}</h2>
          <Screens control={control} />
          <Tools control={control} onHelp={() => setHelp(true)} />
        </div>
        <div className={styles['room']}>
          <Suspense fallback={<Skeleton lines={8} />}>
            {view.screen === 'list' && (
              <PartBoundary>
                <ApplicationList control={control} steps={steps} />
              </PartBoundary>
            )}
            {view.screen === 'board' && <Board control={control} />}
            {view.screen === 'numbers' && <Numbers />}
            {view.screen === 'people' && <People />}
          </Suspense>
          {view.open && (
            <Suspense fallback={<Skeleton lines={8} />}>
              <ApplicationPanel
                key={view.open}
                id={view.open}
                steps={view.screen === 'list' ? steps : null}
                onClose={() => go({ open: null })}
              />
            </Suspense>
          )}
        </div>
      </div>
      <Suspense>
        {hasHelp && <KeysHelp onClose={() => setHelp(false)} />}
        {moving && <MoveDialog {...moving} onClose={() => setMoving(null)} />}
      </Suspense>
    </MovingProvider>
  );
}

function Screens({ control: { view, go } }: { control: ViewControl }) {
  const words = useWords();
  const to = (screen: Screen) => ({ ...view, screen, after: null, open: null });
  const follow = (event: MouseEvent, screen: Screen) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(to(screen));
  };
  return (
    <nav className={styles['screens']} aria-label={words.screensLabel}>
      {SCREENS.map((screen) => (
        <a
          key={screen}
          href={`${location.pathname}${viewQuery(to(screen))}`}
          aria-current={screen === view.screen ? 'page' : undefined}
          onClick={(event) => follow(event, screen)}
        >
          {words.screens[screen]}
        </a>
      ))}
    </nav>
  );
}
