import { useCallback, useState } from 'react';
import { lazyScreen } from '../../../ui/lazy/lazy-screen.tsx';
import { presentRoute } from '../../route/address.ts';
import { useView } from '../../route/use-view.ts';
import type { View } from '../../route/view.ts';
import type { Elements } from '#ui/elements.ts';
import type { Row } from '../kernel/data/shapes/row.ts';
import { presentTarget } from '../kernel/target.ts';
import { errorDialog } from '../kernel/states/error-dialog.tsx';
import { CommandsProvider } from '../kernel/commands/CommandsProvider.tsx';
import { KeyboardProvider } from '../kernel/keys/KeyboardProvider.tsx';
import { useMe } from '../kernel/data/me.tsx';
import { LeavingMails } from '../moves/mail/LeavingMails.tsx';
import { type Edit, MailDialogsProvider } from '../moves/mail/mail-dialogs.ts';
import type { MoveRequest } from '../moves/moves.ts';
import { MovingProvider, useFailedMoves } from '../moves/moving.tsx';
import { useMovingHere } from '../moves/use-moving-here.ts';
import { WorkspaceContent } from './WorkspaceContent.tsx';

const MoveDialog = lazyScreen(() => import('../moves/MoveDialog.tsx'), { show: errorDialog });
const MailNowDialog = lazyScreen(() => import('../moves/mail/dialogs/MailNowDialog.tsx'), {
  show: errorDialog,
});
const EditMailDialog = lazyScreen(() => import('../moves/mail/dialogs/EditMailDialog.tsx'), {
  show: errorDialog,
});
const FailedMoves = lazyScreen(() => import('../moves/FailedMoves.tsx'));

/** Returns the application that a key applies to when it is pressed. */
const shownApplication = () => presentRoute().view.open ?? presentTarget()?.id ?? null;

/** The screens, what is open over them, and the commands that work everywhere. */
export function Workspace() {
  const { may } = useMe();
  return (
    <KeyboardProvider shown={shownApplication}>
      <CommandsProvider may={may}>
        <MailNowProvider>
          <Moving />
        </MailNowProvider>
      </CommandsProvider>
    </KeyboardProvider>
  );
}

/** Provides the dialogs for a decision mail to write now, and for one that waits. */
function MailNowProvider({ children }: { children: Elements }) {
  const [row, setRow] = useState<Row | null>(null);
  const [edit, setEdit] = useState<Edit | null>(null);
  const [dialogs] = useState(() => ({ write: setRow, edit: setEdit }));
  return (
    <MailDialogsProvider value={dialogs}>
      {children}
      {row && <MailNowDialog key={row.id} row={row} onClose={() => setRow(null)} />}
      {edit && <EditMailDialog key={edit.key} edit={edit} onClose={() => setEdit(null)} />}
    </MailDialogsProvider>
  );
}

const placeOf = ({ screen, open }: View) => `${screen} ${open}`;

/** All that can be moved, and how. A dialog that asks for a mail goes when another application is opened. */
function Moving() {
  const place = placeOf(useView().view);
  const [mailing, setMailing] = useState<(MoveRequest & { readonly place: string }) | null>(null);
  if (mailing && mailing.place !== place) setMailing(null);
  const askForMail = useCallback(
    (request: MoveRequest) => setMailing({ ...request, place: placeOf(presentRoute().view) }),
    [],
  );
  const moving = useMovingHere(place, askForMail);
  return (
    <MovingProvider value={moving}>
      <WorkspaceContent />
      {mailing && <MoveDialog {...mailing} onClose={() => setMailing(null)} />}
      <Failures />
      <LeavingMails />
    </MovingProvider>
  );
}

const Failures = () => useFailedMoves().length > 0 && <FailedMoves />;
