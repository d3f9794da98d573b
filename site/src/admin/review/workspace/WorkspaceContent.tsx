import { useLayoutEffect } from 'react';
import { useView } from '../../route/use-view.ts';
import { hrefOf } from '../../route/search.ts';
import { firstView, isArrangement, type Screen as ScreenName } from '../../route/view.ts';
import type { Row } from '../kernel/data/shapes/row.ts';
import { useSteps } from '../screens/list/use-steps.ts';
import { FilterBar } from './filters/FilterBar.tsx';
import { useOverlay } from './Overlays.tsx';
import { savedViewsQuery } from './saved-views/queries.ts';
import { ViewTabs } from './saved-views/ViewTabs.tsx';
import { OpenApplication, Screen } from './Screens.tsx';
import { Tools } from './Tools.tsx';
import { useCommandTarget } from './use-command-target.ts';
import { useWorkspaceCommands } from './use-workspace-commands.ts';
import { useReturnOfConnection } from '../kernel/data/connection.ts';
import { LoadError } from '../kernel/states/Placeholder.tsx';
import { useMe } from '../kernel/data/me.tsx';
import { useRecent } from '../screens/application/recent.ts';
import { useUpdates } from './use-updates.ts';
import { usePeople } from '../kernel/people/use-people.ts';
import { words } from '../kernel/words.ts';
import styles from './Workspace.module.css';

/** One screen, the panel and dialogs that are open, and the commands that work everywhere. */
export function WorkspaceContent() {
  const { view, unknownParams } = useView();
  const { show, overlays } = useOverlay();
  const steps = useSteps();
  // The triage shows its application itself.
  useReadersPlace();
  useTabTitle(view.screen);
  const openInPanel = view.screen === 'triage' ? null : view.open;
  return (
    <>
      <div className={`grid-cols-1 ${styles['workspace']}`} data-has-open={openInPanel ? '' : undefined}>
        <h2 className="visually-hidden">Applications</h2>
        <ViewTabs />
        <Tools onShow={show} />
        <LoadError what="Saved views" of={savedViewsQuery} />
        {isArrangement(view.screen) && <FilterBar />}
        {unknownParams.length > 0 && (
          <p className={`text-sm ${styles['unknown']}`} role="status">
            This link is not quite right. What could be understood of it is shown.
          </p>
        )}
        <div className={`grid-cols-1 gap-5 ${styles['room']}`}>
          <Screen steps={steps} />
          {openInPanel && <OpenApplication id={openInPanel} steps={steps} />}
        </div>
      </div>
      <Commands show={show} overlays={overlays} toFirst={steps.toFirst} />
    </>
  );
}

/** Names the screen in the browser's tab, because several tabs are often open. The list has the page's own title. */
function useTabTitle(screen: ScreenName): void {
  useLayoutEffect(() => {
    if (screen === 'list') return undefined;
    const whole = document.title;
    document.title = `${words.screens[screen]} · ${whole}`;
    return () => {
      document.title = whole;
    };
  }, [screen]);
}

interface CommandsProps extends ReturnType<typeof useOverlay> {
  /** Marks the first row of the list that is about to be loaded. */
  toFirst: () => void;
}

/** The commands that work everywhere and their overlays, apart from the screen, which their target does not render. */
function Commands({ show, overlays, toFirst }: CommandsProps) {
  const { view, go } = useView();
  const target = useCommandTarget();
  useLive(view.open, target.row);
  useWorkspaceCommands(target, show);
  return overlays(
    {
      row: target.row,
      onOpen: (id) => go({ open: id, screen: isArrangement(view.screen) ? view.screen : 'list' }),
      onSearch: (search) => {
        const screen = view.screen === 'board' ? 'board' : 'list';
        if (screen === 'list') toFirst();
        go({ screen, section: null, filter: { ...view.filter, search }, after: null, open: null });
      },
    },
    () => go({ open: null }),
  );
}

/** Keeps what is shown up to date with what others do, and remembers which applications were opened. */
function useLive(openId: string | null, target: Row | undefined): void {
  const { user_id: myId } = useMe();
  const { nameOf } = usePeople();
  useUpdates(myId, openId, nameOf);
  useReturnOfConnection();
  useRecent(openId === null || target?.id !== openId ? undefined : target);
}

/** The address of the queue of applications to read. */
const LANDING = '/admin';

/** Leads a reader, who has nothing to decide, to all applications instead of the queue. */
function useReadersPlace(): void {
  const { view, go } = useView();
  const { mayReview } = useMe();
  const isQueue = !mayReview && hrefOf(view) === LANDING;
  const isReading = !mayReview && view.screen === 'triage';
  useLayoutEffect(() => {
    if (isQueue || isReading) go(isQueue ? firstView : { screen: 'list' }, 'replace');
  }, [isQueue, isReading, go]);
}
