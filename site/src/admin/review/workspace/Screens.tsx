import type { ViewControl } from '../../route/use-view.ts';
import { ErrorBoundary } from '../../../ui/lazy/ErrorBoundary.tsx';
import { lazyScreen } from '../../../ui/lazy/lazy-screen.tsx';
import { useCommands } from '../kernel/commands/use-commands.ts';
import type { Row } from '../kernel/data/shapes/row.ts';
import { Skeleton } from '../kernel/states/Placeholder.tsx';
import { ApplicationList } from '../screens/list/ApplicationList.tsx';
import type { Steps } from '../screens/list/use-steps.ts';
import { sameness } from './saved-views/queries.ts';

const options = { fallback: <Skeleton lines={8} /> };
const ApplicationPanel = lazyScreen(() => import('../screens/application/ApplicationPanel.tsx'), {
  fallback: <LoadingPanel />,
});
const Board = lazyScreen(() => import('../screens/board/Board.tsx'), options);
const Notify = lazyScreen(() => import('../screens/notify/Notify.tsx'), options);
const Numbers = lazyScreen(() => import('../screens/numbers/Numbers.tsx'), options);
const Triage = lazyScreen(() => import('../screens/triage/Triage.tsx'), options);
const Settings = lazyScreen(() => import('../screens/settings/Settings.tsx'), options);
const AccessLog = lazyScreen(() => import('../screens/access-log/AccessLog.tsx'), options);

interface Props {
  control: ViewControl;
  steps: Steps;
  /** The application that a screen has under the focus, or null. */
  onTarget: (row: Row | null) => void;
}

/** The screen that the address names. */
export function Screen({ control, steps, onTarget }: Props) {
  const { screen } = control.view;
  return (
    <>
      {screen === 'list' && (
        <ErrorBoundary>
          <ApplicationList control={control} steps={steps} />
        </ErrorBoundary>
      )}
      {screen === 'triage' && <Triage key={sameness(control.view)} control={control} onTarget={onTarget} />}
      {screen === 'board' && <Board control={control} links={steps.links} onTarget={onTarget} />}
      {screen === 'notify' && <Notify control={control} />}
      {screen === 'numbers' && <Numbers />}
      {screen === 'settings' && <Settings control={control} log={AccessLog} />}
    </>
  );
}

/** The panel of the open application. */
export function OpenApplication({ id, control, steps }: { id: string; control: ViewControl; steps: Steps }) {
  return (
    <ApplicationPanel
      key={id}
      id={id}
      known={steps.rows.find((row) => row.id === id)}
      steps={control.view.screen === 'list' ? steps : null}
      onClose={() => control.go({ open: null })}
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
