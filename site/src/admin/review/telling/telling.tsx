import { createContext, Suspense, useContext, useMemo, useState, type ReactNode } from 'react';
import { lazyScreen } from '../../../ui/lazy/lazy-screen.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import type { Row } from '../data/shapes/row.ts';
import { errorDialog } from '../dialogs/error-dialog.tsx';
import { fill, useWords } from '../words.tsx';
import { useStopMail } from './use-stop-mail.ts';

const MailNowDialog = lazyScreen(() => import('./MailNowDialog.tsx'), errorDialog);

const TellingContext = createContext<(row: Row) => void>(() => {});

/** Asks for the words of a mail to an applicant who was not told where they stand. */
export const useWriteMail = () => useContext(TellingContext);

/** Where the words of such a mail are asked for, whatever asks. */
export function TellingProvider({ children }: { children: ReactNode }) {
  const [row, setRow] = useState<Row | null>(null);
  return (
    <TellingContext value={setRow}>
      {children}
      <Suspense>{row && <MailNowDialog key={row.id} row={row} onClose={() => setRow(null)} />}</Suspense>
    </TellingContext>
  );
}

/** What else than to undo can be done about a mail that waits: to word it anew, or to send none. */
export function useMailActions() {
  const words = useWords();
  const stop = useStopMail();
  const write = useWriteMail();
  return useMemo(
    () => (row: Row) => [
      {
        label: words.telling.edit,
        run: async () => {
          const stopped = await stop(row);
          if (stopped) write(stopped);
        },
      },
      {
        label: words.telling.without,
        run: async () => {
          const stopped = await stop(row);
          if (stopped)
            showToast({
              title: words.telling.stopped,
              text: fill(words.telling.stoppedText, { name: row.name }),
            });
        },
      },
    ],
    [words, stop, write],
  );
}
