import { createContext, useContext } from 'react';
import { showToast } from '#ui/toast/show.ts';
import { call } from '../../kernel/data/call.ts';
import { report, useRefresh } from '../../kernel/data/saves.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { phrase } from '../../kernel/words.ts';
import { type MailHeld, mailHeld } from './queries.ts';
import { useStopMail } from './use-stop-mail.ts';

/** Shows the notice of a waiting mail with the time at which it leaves. */
export type Announce = (dueAt: string | null) => void;

/** A waiting mail that a member edits, and the notice that is shown again afterwards. */
export interface Edit extends MailHeld {
  readonly announce: Announce;
}

interface Dialogs {
  readonly write: (row: Row) => void;
  readonly edit: (edit: Edit) => void;
}

const MailDialogsContext = createContext<Dialogs>({ write: () => {}, edit: () => {} });

export const MailDialogsProvider = MailDialogsContext.Provider;

/** Asks for the words of a mail to an applicant who was not notified of the decision. */
export const useWriteMail = () => useContext(MailDialogsContext).write;

/** Further actions for a waiting mail, which are to edit or to cancel it. An edit holds the mail until its dialog closes. */
export function useMailActions() {
  const stop = useStopMail();
  const { edit } = useContext(MailDialogsContext);
  const refresh = useRefresh();
  return (row: Row, announce: Announce) => [
    {
      label: 'Edit email',
      run: async () => {
        try {
          edit({ ...(await call('review_mail_edit', { application_id: row.id }, mailHeld)), announce });
        } catch (cause) {
          report(cause);
        }
        await refresh();
      },
    },
    {
      label: 'Without email',
      run: async () => {
        const stopped = await stop(row);
        if (stopped)
          showToast({
            title: 'No email will be sent',
            text: phrase`${row.name} still needs to hear from us.`,
          });
      },
    },
  ];
}
