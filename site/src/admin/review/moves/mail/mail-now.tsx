import { createContext, useContext, useState, type ReactNode } from 'react';
import { lazyScreen } from '../../../../ui/lazy/lazy-screen.tsx';
import { showToast } from '../../../../ui/toast/show.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { errorDialog } from '../../kernel/dialogs/error-dialog.tsx';
import { phrase } from '../../kernel/words.ts';
import { useStopMail } from './use-stop-mail.ts';

const MailNowDialog = lazyScreen(() => import('./MailNowDialog.tsx'), { show: errorDialog });

const MailNowContext = createContext<(row: Row) => void>(() => {});

/** Asks for the words of a mail to an applicant who was not told the decision. */
export const useWriteMail = () => useContext(MailNowContext);

/** Provides the dialog for such a mail. */
export function MailNowProvider({ children }: { children: ReactNode }) {
  const [row, setRow] = useState<Row | null>(null);
  return (
    <MailNowContext value={setRow}>
      {children}
      {row && <MailNowDialog key={row.id} row={row} onClose={() => setRow(null)} />}
    </MailNowContext>
  );
}

/** Further actions for a waiting mail, which are to edit or to cancel it. */
export function useMailActions() {
  const stop = useStopMail();
  const write = useWriteMail();
  return (row: Row) => [
    {
      label: 'Edit mail',
      run: async () => {
        const stopped = await stop(row);
        if (stopped) write(stopped);
      },
    },
    {
      label: 'Without mail',
      run: async () => {
        const stopped = await stop(row);
        if (stopped)
          showToast({ title: 'No mail leaves', text: phrase`${row.name} is marked as not told yet.` });
      },
    },
  ];
}
