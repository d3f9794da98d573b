import { Suspense, useRef, useState } from 'react';
import { lazyScreen } from '../../../ui/lazy/lazy-screen.tsx';
import { errorDialog } from '../kernel/dialogs/error-dialog.tsx';
import { useKeyboard } from '../kernel/keys/KeyboardProvider.tsx';
import { soon } from '../kernel/keys/use-waiting-keys.ts';
import type { Wait } from '../kernel/keys/keyboard.ts';
import type { Row } from '../kernel/data/shapes/row.ts';
import type { Overlay } from './use-workspace-commands.ts';

const KeysHelp = lazyScreen(
  async () => ({ default: (await import('./help/KeysHelp.tsx')).KeysHelp }),
  errorDialog,
);
const Palette = lazyScreen(() => import('./palette/Palette.tsx'), errorDialog);

/** The overlays of the screens, one at a time. Input before a palette page is ready goes to it. */
export function useOverlay() {
  const keyboard = useKeyboard();
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const wait = useRef<Wait | null>(null);
  const close = () => {
    setOverlay(null);
    soon(wait.current?.done);
  };
  const show = (next: Overlay) => {
    if (next !== 'keys') wait.current = keyboard.hold();
    setOverlay(next);
  };
  const overlays = (row: Row | undefined, onOpen: (id: string) => void) => (
    <Suspense>
      {overlay === 'keys' && <KeysHelp onClose={close} />}
      {overlay !== null && overlay !== 'keys' && (
        <Palette
          key={overlay}
          page={overlay}
          row={row}
          onOpen={onOpen}
          onShown={() => soon(wait.current?.done)}
          onClose={close}
        />
      )}
    </Suspense>
  );
  return { show, overlays };
}
