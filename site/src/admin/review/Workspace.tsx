import { Suspense, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { BarSlot } from '../bar-slots.tsx';
import { arrangements, type View } from '../route/view.ts';
import { ErrorBoundary } from '../../ui/lazy/ErrorBoundary.tsx';
import { lazyScreen } from '../../ui/lazy/lazy-screen.tsx';
import type { AtHand } from './commands/at-hand.ts';
import { CommandsProvider } from './commands/CommandsProvider.tsx';
import { useRecent } from './commands/palette/recent.ts';
import { useOverlay } from './commands/Overlays.tsx';
import { useWaitingCommands } from './commands/use-commands.ts';
import { useWorkspaceCommands } from './commands/use-workspace-commands.ts';
import { useReturnOfConnection } from './data/connection.ts';
import { applicationQuery } from './data/queries.ts';
import { usePulse } from './data/use-pulse.ts';
import type { Row } from './data/shapes/row.ts';
import { KeyboardProvider } from './keys/KeyboardProvider.tsx';
import { ApplicationList } from './list/ApplicationList.tsx';
import { useSteps, type Steps } from './list/use-steps.ts';
import { useMe } from './me.tsx';
import { shownRow, type Wish } from './moves/moves.ts';
import { MoveDialog } from './moves/MoveDialog.tsx';
import { MovingProvider, useMoving } from './moves/moving.tsx';
import { FailedMoves } from './moves/FailedMoves.tsx';
import { useMovingHere } from './moves/use-moving-here.ts';
import { usePeople } from './people/use-people.ts';
import { Skeleton } from './states/Skeleton.tsx';
import { TellingProvider } from './telling/telling.tsx';
import { Tools } from './Tools.tsx';
import { useView, type ViewControl } from './view/use-view.ts';
import { ViewTabs } from './saved-views/ViewTabs.tsx';
import { ViewLinks } from './view/ViewLinks.tsx';
import { useWords } from './words.tsx';
import styles from './Workspace.module.css';

const ApplicationPanel = lazyScreen(() => import('./application/ApplicationPanel.tsx'));
const Board = lazyScreen(() => import('./board/Board.tsx'));
const Numbers = lazyScreen(() => import('./numbers/Numbers.tsx'));
const Triage = lazyScreen(() => import('./triage/Triage.tsx'));
const Settings = lazyScreen(() => import('./settings/Settings.tsx'));

/** The screens, what is open over them, and the commands that work everywhere. */
export function Workspace() {
  const shown = useRef<string | null>(null);
  return (
    <KeyboardProvider shown={() => shown.current}>
      <CommandsProvider>
        <TellingProvider>
          <Moving onShown={(id) => void (shown.current = id)} />
        </TellingProvider>
      </CommandsProvider>
    </KeyboardProvider>
  );
}

/** Called with the shown application, because a key applies to what is shown when it is pressed. */
type OnShown = (id: string | null) => void;

/** All that can be moved, and how. A dialog that asks for a mail goes when another application is opened. */
function Moving({ onShown }: { onShown: OnShown }) {
  const [mailing, setMailing] = useState<Wish | null>(null);
  const moving = useMovingHere(setMailing);
  return (
    <MovingProvider value={moving}>
      <Room onShown={onShown} onLeave={() => setMailing(null)} />
      {mailing && <MoveDialog {...mailing} onClose={() => setMailing(null)} />}
      <FailedMoves />
    </MovingProvider>
  );
}

/** Returns a key's target, the open application, or the current row, or the focused card. */
function useAtHand({ view }: ViewControl, { rows, current }: Steps, card: Row | null): AtHand {
  const { moves } = useMoving();
  const open = useQuery({ ...applicationQuery(view.open ?? ''), enabled: false });
  if (view.open === null)
    return view.screen === 'list'
      ? { row: rows[current], place: 'row' }
      : { row: card ?? undefined, place: 'card' };
  const applicationDetail = open.data && shownRow(open.data.row, moves.read());
  if (view.screen === 'triage') return { row: applicationDetail ?? card ?? undefined, place: 'panel' };
  return { row: applicationDetail ?? rows.find(({ id }) => id === view.open), place: 'panel' };
}

/** Screens with an application panel. */
const isListed = ({ screen }: View) => arrangements.some((other) => other === screen);

/** Reports the shown application, and closes menus and dialogs that were opened for another one. */
function useShown({ open, screen }: View, atHand: string | null, onShown: OnShown, onLeave: () => void) {
  const { menu } = useMoving();
  const show = useEffectEvent(onShown);
  const leave = useEffectEvent(() => {
    menu.set(null);
    onLeave();
  });
  useLayoutEffect(() => show(open ?? atHand), [open, atHand]);
  const place = `${screen} ${open}`;
  const last = useRef(place);
  useLayoutEffect(() => {
    if (last.current !== place) leave();
    last.current = place;
  }, [place]);
}

function Room({ onShown, onLeave }: { onShown: OnShown; onLeave: () => void }) {
  const words = useWords();
  const control = useView();
  const { view, go } = control;
  const { user_id: myId } = useMe();
  const { show, overlays } = useOverlay();
  const [card, setCard] = useState<Row | null>(null);
  const steps = useSteps(control);
  const atHand = useAtHand(control, steps, card);
  // The triage shows its application itself.
  const isBeside = view.open !== null && view.screen !== 'triage';
  const { nameOf } = usePeople();
  usePulse(myId, view.open, nameOf);
  useReturnOfConnection();
  useRecent(view.open === null || atHand.row?.id !== view.open ? undefined : atHand.row);
  useWorkspaceCommands(control, atHand, show);
  useShown(view, atHand.row?.id ?? null, onShown, onLeave);

  return (
    <>
      <div className={styles['workspace']} data-has-open={isBeside ? '' : undefined}>
        <h2 className="visually-hidden">{words.title}</h2>
        <ViewTabs control={control} />
        <Tools control={control} onShow={show} />
        {isListed(view) && <Line control={control} />}
        <div className={styles['room']}>
          <Suspense fallback={<Skeleton lines={8} />}>
            {view.screen === 'list' && (
              <ErrorBoundary>
                <ApplicationList control={control} steps={steps} />
              </ErrorBoundary>
            )}
            {view.screen === 'triage' && <Triage control={control} onAtHand={setCard} />}
            {view.screen === 'board' && <Board control={control} links={steps.links} onAtHand={setCard} />}
            {view.screen === 'numbers' && <Numbers />}
            {view.screen === 'settings' && <Settings control={control} />}
          </Suspense>
          {isBeside && (
            <Suspense fallback={<PanelOnItsWay />}>
              <ApplicationPanel
                key={view.open}
                id={view.open!}
                known={steps.rows.find(({ id }) => id === view.open)}
                steps={view.screen === 'list' ? steps : null}
                onClose={() => go({ open: null })}
              />
            </Suspense>
          )}
        </div>
      </div>
      {overlays(atHand.row, (id) => go({ open: id, ...(isListed(view) ? {} : { screen: 'list' }) }))}
    </>
  );
}

/** Shown while the script of the open application loads. Keys for it wait. */
function PanelOnItsWay() {
  useWaitingCommands(['note.write', 'application.rate'], 'loading');
  return <Skeleton lines={8} />;
}

/** The line above the applications with filters and arrangement. It stays if a screen's script fails. */
function Line({ control }: { control: ViewControl }) {
  const words = useWords();
  return (
    <div className={styles['line']}>
      <BarSlot name="filters" className={styles['filters']} />
      <ViewLinks
        control={control}
        label={words.filters.arrangements}
        links={arrangements.map((screen) => ({
          to: { screen, after: null, open: null },
          label: words.screens[screen],
          isCurrent: screen === control.view.screen,
        }))}
      />
    </div>
  );
}
