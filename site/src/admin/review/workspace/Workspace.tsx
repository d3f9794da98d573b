import { useRef, useState } from 'react';
import { lazyScreen } from '../../../ui/lazy/lazy-screen.tsx';
import { errorDialog } from '../kernel/dialogs/error-dialog.tsx';
import { CommandsProvider } from '../kernel/commands/CommandsProvider.tsx';
import { KeyboardProvider } from '../kernel/keys/KeyboardProvider.tsx';
import { useMe } from '../kernel/data/me.tsx';
import { LeavingMails } from '../moves/mail/LeavingMails.tsx';
import { MailNowProvider } from '../moves/mail/mail-now.tsx';
import type { MoveRequest } from '../moves/moves.ts';
import { MovingProvider, useFailedMoves } from '../moves/moving.tsx';
import { useMovingHere } from '../moves/use-moving-here.ts';
import { WorkspaceContent } from './WorkspaceContent.tsx';
import type { OnShown } from './use-command-target.ts';

const MoveDialog = lazyScreen(() => import('../moves/MoveDialog.tsx'), { show: errorDialog });
const FailedMoves = lazyScreen(() => import('../moves/FailedMoves.tsx'));

/** The screens, what is open over them, and the commands that work everywhere. */
export function Workspace() {
  const { may } = useMe();
  const shown = useRef<string | null>(null);
  return (
    <KeyboardProvider shown={() => shown.current}>
      <CommandsProvider may={may}>
        <MailNowProvider>
          <Moving onShown={(id) => void (shown.current = id)} />
        </MailNowProvider>
      </CommandsProvider>
    </KeyboardProvider>
  );
}

/** All that can be moved, and how. A dialog that asks for a mail goes when another application is opened. */
function Moving({ onShown }: { onShown: OnShown }) {
  const [mailing, setMailing] = useState<MoveRequest | null>(null);
  const moving = useMovingHere(setMailing);
  return (
    <MovingProvider value={moving}>
      <WorkspaceContent onShown={onShown} onLeave={() => setMailing(null)} />
      {mailing && <MoveDialog {...mailing} onClose={() => setMailing(null)} />}
      <Failures />
      <LeavingMails />
    </MovingProvider>
  );
}

const Failures = () => useFailedMoves().length > 0 && <FailedMoves />;
