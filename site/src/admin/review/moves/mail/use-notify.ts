import { showToast } from '#ui/toast/show.ts';
import { useUndoable } from '../../kernel/commands/CommandsProvider.tsx';
import { call } from '../../kernel/data/call.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { useApplicationSave } from '../../kernel/data/saves.ts';
import { type Row, row as rowShape } from '../../kernel/data/shapes/row.ts';
import { phrase } from '../../kernel/words.ts';
import { describeLeaving, STOPPABLE_MS } from './describe-mail.ts';
import { useMailActions, type Announce } from './mail-dialogs.ts';
import { mailQueued } from './queries.ts';
import { useStopMail } from './use-stop-mail.ts';

/** Shows that a mail to an applicant waits, with an undo that stops it and a way to edit it. */
export function useQueuedNotice() {
  const stop = useStopMail();
  const undoable = useUndoable();
  const mailActions = useMailActions();
  const { time_zone: zone } = useMe();
  return (row: Row, mailDueAt: string | null) => {
    const action = undoable(async () => void (await stop(row)));
    const announce: Announce = (dueAt) =>
      showToast({
        title: phrase`Email to ${row.name}`,
        text: dueAt ? describeLeaving(dueAt, zone) : undefined,
        action,
        // Without the mail is what the undo leads to.
        ...(dueAt && { more: mailActions(row, announce).slice(0, 1), stayMs: STOPPABLE_MS }),
      });
    announce(mailDueAt);
  };
}

/** Sends the decision's template to an applicant who was not notified of it, or records that a member did so. */
export function useNotify(row: Row) {
  const notice = useQueuedNotice();
  const undoable = useUndoable();
  const decision = { application_id: row.id, seen_status: row.status };
  const { save: send } = useApplicationSave({
    send: () => call('review_mail_send', { ...decision, mail: { template: true } }, mailQueued),
    done: (queued) => notice(queued.row, queued.mail_due_at),
    about: row.name,
  });
  const { save: takeBack } = useApplicationSave({
    send: () => call('review_notified_set', { ...decision, notified: false }, rowShape),
    done: () => showToast({ title: 'Undone', text: phrase`${row.name} still needs to hear from us.` }),
    about: row.name,
  });
  const { save: record } = useApplicationSave({
    send: () => call('review_notified_set', { ...decision, notified: true }, rowShape),
    done: () =>
      showToast({
        title: phrase`${row.name} is marked as notified`,
        action: undoable(async () => void (await takeBack())),
      }),
    about: row.name,
  });
  return { send: () => void send(), record: () => void record() };
}
