import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../../kernel/data/call.ts';
import { asReviewError } from '../../../kernel/data/review-error.ts';
import { useApplicationSave } from '../../../kernel/data/saves.ts';
import { DialogForm } from '../../../kernel/dialogs/DialogForm.tsx';
import { Modal } from '../../../kernel/dialogs/Modal.tsx';
import { phrase } from '../../../kernel/words.ts';
import { statusDisplay } from '../../../kernel/status/status-display.ts';
import { DelayChoice, useDelay } from './DelayChoice.tsx';
import { MailWords } from './MailFields.tsx';
import { delayOf } from '../describe-mail.ts';
import type { Edit } from '../mail-dialogs.ts';
import { mailHeld, mailQueued } from '../queries.ts';
import { useMailDraft } from './use-mail-draft.ts';

/** Milliseconds between two renewals. The database lets a mail leave five minutes after the last one. */
const RENEW_INTERVAL_MS = 60_000;

/** Holds the mail while the dialog is shown. Returns why it is held no longer, or null. */
function useHold({ key, row }: Edit): string | null {
  const [obstacle, setObstacle] = useState<string | null>(null);
  const renew = useEffectEvent(async () => {
    try {
      await call('review_mail_edit', { application_id: row.id, key }, mailHeld);
      setObstacle(null);
    } catch (cause) {
      const { errorKind, message } = asReviewError(cause);
      if (errorKind === 'conflict') setObstacle(message);
    }
  });
  useEffect(() => {
    const timer = setInterval(() => void renew(), RENEW_INTERVAL_MS);
    // A tab that slept learns at once if the mail has left.
    const onShow = () => document.visibilityState === 'visible' && void renew();
    document.addEventListener('visibilitychange', onShow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onShow);
    };
  }, []);
  return obstacle;
}

/** The words of a waiting mail. Only saving changes it. */
export default function EditMailDialog({ edit, onClose: leave }: { edit: Edit; onClose: () => void }) {
  const { key, row, announce } = edit;
  const obstacle = useHold(edit);
  const delay = useDelay(delayOf(row.mail_due_at));
  const since = row.status_changed_at;
  const { mail, setMail, onClose } = useMailDraft(`edit.${row.id}.${since}`, edit.mail, leave);
  const isOver = useRef(false);
  const { save: release } = useApplicationSave({
    send: () => call('review_mail_edit_end', { application_id: row.id, key }, mailQueued),
    done: ({ mail_due_at: dueAt }) => dueAt && announce(dueAt),
    retries: true,
  });
  const close = () => {
    // Escape sends two events.
    if (!isOver.current) void release();
    isOver.current = true;
    onClose();
  };
  const { save, isSaving, refusal } = useApplicationSave({
    hasField: true,
    send: () => {
      const saved = { application_id: row.id, key, mail: { ...mail, ...delay.chosen } };
      return call('review_mail_edit_end', saved, mailQueued);
    },
    done: ({ mail_due_at: dueAt }) => {
      isOver.current = true;
      announce(dueAt);
      onClose();
    },
  });
  const why = refusal ?? obstacle;
  return (
    <Modal title={phrase`Email to ${row.name}: ${statusDisplay[row.status].label}`} onClose={close}>
      <DialogForm
        label="Save the email"
        isSaving={isSaving}
        isReady
        isFirst
        onSave={() => void save()}
        onClose={close}
      >
        <p className={why ? 'trouble' : 'small'} role="status">
          {why ?? 'The email waits while this is open. If you cancel, it goes out unchanged at its time.'}
        </p>
        {mail && <MailWords mail={mail} applicationId={row.id} onChange={setMail} />}
        <DelayChoice {...delay.choice} />
      </DialogForm>
    </Modal>
  );
}
