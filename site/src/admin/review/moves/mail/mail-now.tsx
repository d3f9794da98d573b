import { useState } from 'react';
import { lazyScreen } from '#ui/lazy/lazy-screen.tsx';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { errorDialog } from '../../kernel/states/error-dialog.tsx';
import { type Edit, MailDialogsProvider } from './mail-dialogs.ts';
import type { Elements } from '#ui/elements.ts';

const MailNowDialog = lazyScreen(() => import('./MailNowDialog.tsx'), { show: errorDialog });
const EditMailDialog = lazyScreen(() => import('./EditMailDialog.tsx'), { show: errorDialog });

/** Provides the dialogs for such a mail, and for one that waits. */
export function MailNowProvider({ children }: { children: Elements }) {
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
