import { useEffect, useRef, useState } from 'react';
import { lazyScreen } from '../../../ui/lazy/lazy-screen.tsx';
import { errorDialog } from '../kernel/states/error-dialog.tsx';
import { useKeyboard } from '../kernel/keys/KeyboardProvider.tsx';
import { soon, type Wait } from '../kernel/keys/keyboard.ts';
import { FilterEditor } from './filters/FilterBar.tsx';
import { EmptyList } from '../screens/list/ApplicationList.tsx';
import { BulkActions } from '../screens/list/bulk/BulkBar.tsx';
import { ViewList } from './saved-views/ViewTabs.tsx';
import { ViewSaving } from './saved-views/ThisView.tsx';
import { ViewSettings } from './view-menu/ViewMenu.tsx';
import type { PaletteTarget } from './palette/Palette.tsx';
import type { Overlay } from './use-workspace-commands.ts';

const EraseDialog = lazyScreen(() => import('../screens/application/EraseDialog.tsx'), { show: errorDialog });
const KeysHelp = lazyScreen(() => import('./help/KeysHelp.tsx'), { show: errorDialog });
const Palette = lazyScreen(() => import('./palette/Palette.tsx'), { show: errorDialog });

/** Milliseconds after which these are loaded in advance, because they are needed without a connection too. */
const PREFETCH_DELAY_MS = 2_000;

function usePrefetchedOverlays(): void {
  useEffect(() => {
    const loads = [
      Palette.load,
      FilterEditor.load,
      ViewSaving.load,
      BulkActions.load,
      EmptyList.load,
      ViewList.load,
      ViewSettings.load,
      () => import('../moves/MoveDialog.tsx'),
      () => import('../moves/FailedMoves.tsx'),
      () => import('../moves/mail/LeavingLine.tsx'),
    ];
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    // Browsers remember a failed load until the page is loaded again, and report a connection before it is of use.
    const prefetch = () => {
      if (navigator.onLine) loads.forEach((load) => void load().catch(() => null));
      else addEventListener('online', prefetchLater, { once: true, signal: gone.signal });
    };
    const prefetchLater = () => {
      timer = setTimeout(prefetch, PREFETCH_DELAY_MS);
    };
    prefetchLater();
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, []);
}

/** The overlays of the screens, one at a time. Input before a palette page is ready goes to it. */
export function useOverlay() {
  usePrefetchedOverlays();
  const keyboard = useKeyboard();
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const wait = useRef<Wait | null>(null);
  const close = () => {
    setOverlay(null);
    soon(wait.current?.done);
  };
  const show = (next: Overlay) => {
    if (next !== 'keys' && next !== 'erase') wait.current = keyboard.hold();
    setOverlay(next);
  };
  const overlays = (target: PaletteTarget, onErased: () => unknown) => (
    <>
      {overlay === 'keys' && <KeysHelp onClose={close} />}
      {overlay === 'erase' && target.row && (
        <EraseDialog row={target.row} onErased={onErased} onClose={close} />
      )}
      {overlay !== null && overlay !== 'keys' && overlay !== 'erase' && (
        <Palette
          key={overlay}
          page={overlay}
          {...target}
          onShown={() => soon(wait.current?.done)}
          onClose={close}
        />
      )}
    </>
  );
  return { show, overlays };
}
