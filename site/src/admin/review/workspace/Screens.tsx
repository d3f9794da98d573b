import { useView } from '../../route/use-view.ts';
import { ErrorBoundary, notice } from '../../../ui/lazy/ErrorBoundary.tsx';
import { lazyScreen } from '../../../ui/lazy/lazy-screen.tsx';
import { useCommands } from '../kernel/commands/use-commands.ts';
import { Skeleton } from '../kernel/states/Placeholder.tsx';
import { words } from '../kernel/words.ts';
import { ApplicationList } from '../screens/list/ApplicationList.tsx';
import type { Steps } from '../screens/list/use-steps.ts';
import { sameness } from './saved-views/queries.ts';

const show = (error: Error) => notice(error, words.kept);
const options = { fallback: <Skeleton lines={8} />, show };
const ApplicationPanel = lazyScreen(() => import('../screens/application/ApplicationPanel.tsx'), {
  fallback: <LoadingPanel />,
  show,
});
const Board = lazyScreen(() => import('../screens/board/Board.tsx'), options);
const Notify = lazyScreen(() => import('../screens/notify/Notify.tsx'), options);
const Numbers = lazyScreen(() => import('../screens/numbers/Numbers.tsx'), options);
const Triage = lazyScreen(() => import('../screens/triage/Triage.tsx'), options);
const Settings = lazyScreen(() => import('../screens/settings/Settings.tsx'), options);
const AccessLog = lazyScreen(() => import('../screens/access-log/AccessLog.tsx'), options);

/** The screen that the address names. */
export function Screen({ steps }: { steps: Steps }) {
  const { view } = useView();
  const { screen } = view;
  return (
    <>
      {screen === 'list' && (
        <ErrorBoundary>
          <ApplicationList steps={steps} />
        </ErrorBoundary>
      )}
      {screen === 'triage' && <Triage key={sameness(view)} />}
      {screen === 'board' && <Board links={steps.links} />}
      {screen === 'notify' && <Notify />}
      {screen === 'numbers' && <Numbers />}
      {screen === 'settings' && <Settings log={AccessLog} />}
    </>
  );
}

/** The panel of the open application. */
export function OpenApplication({ id, steps }: { id: string; steps: Steps }) {
  const { view, go } = useView();
  return (
    <ApplicationPanel
      key={id}
      id={id}
      known={steps.rows.find((row) => row.id === id)}
      steps={view.screen === 'list' ? steps : null}
      onClose={() => go({ open: null })}
    />
  );
}

/** Shown while the script of the open application loads. Keys for it wait. */
function LoadingPanel() {
  useCommands([
    { id: 'note.write', isLoading: true },
    { id: 'application.rate', isLoading: true },
  ]);
  return <Skeleton lines={8} />;
}
