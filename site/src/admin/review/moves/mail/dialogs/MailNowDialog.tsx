import { showToast } from '#ui/toast/show.ts';
import { useState } from 'react';
import { useSave } from '#admin/saving/use-save.ts';
import { call } from '../../../kernel/data/call.ts';
import { asReviewError, type ReviewError, sentenceOf } from '../../../kernel/data/review-error.ts';
import type { Row } from '../../../kernel/data/shapes/row.ts';
import { useRefresh } from '../../../kernel/data/saves.ts';
import { DialogForm } from '../../../kernel/dialogs/DialogForm.tsx';
import { Modal } from '../../../kernel/dialogs/Modal.tsx';
import { MailWords } from './MailFields.tsx';
import { useMailDraft, useTemplateOf } from './use-mail-draft.ts';
import { phrase } from '../../../kernel/words.ts';
import { statusDisplay } from '../../../kernel/status/status-display.ts';
import { DelayChoice, useDelay } from './DelayChoice.tsx';
import { unreached } from '../describe-mail.ts';
import { ReasonChoice } from './ReasonChoice.tsx';
import { useQueuedNotice } from '../use-notify.ts';
import { LoadError } from '../../../kernel/states/Placeholder.tsx';
import { mailQueued, templatesQuery } from '../queries.ts';

/** The title of a mail that failed. A refusal may follow from a mail that the applicant has got. */
function unsentTitle({ name }: Row, { errorKind }: ReviewError): string {
  if (errorKind === 'offline') return phrase`No answer about the email to ${name}`;
  const isUnsent = errorKind === 'failed' || errorKind === 'busy';
  return isUnsent ? phrase`${name} got no email` : phrase`No further email was sent to ${name}`;
}

/** The mail in the words of the template until one changes them, and its sending. */
function useMailNow(row: Row, leave: () => void) {
  const { template, isReady } = useTemplateOf(row.status);
  const { mail, setMail, onClose } = useMailDraft(`now.${row.id}.${row.status_changed_at}`, template, leave);
  const delay = useDelay();
  const [reason, setReason] = useState<string | null>(null);
  const notice = useQueuedNotice();

  const { save, isSaving } = useSave({
    send: () => {
      const chosen = { application_id: row.id, seen_status: row.status };
      return call('review_mail_send', { ...chosen, mail: { ...mail, ...delay.chosen }, reason }, mailQueued);
    },
    done: ({ mail_due_at: dueAt, row: after }) => {
      notice(after, dueAt);
      onClose();
    },
    failed: (cause) => {
      const error = asReviewError(cause);
      showToast({ title: unsentTitle(row, error), text: sentenceOf(error), tone: 'danger' });
    },
    settled: useRefresh(),
  });
  return { mail, setMail, reason, setReason, delay, isReady, isSaving, save, onClose };
}

/** The mail to an applicant who was not notified of the decision. */
export default function MailNowDialog({ row, onClose: leave }: { row: Row; onClose: () => void }) {
  const { mail, setMail, reason, setReason, delay, isReady, isSaving, save, onClose } = useMailNow(
    row,
    leave,
  );
  return (
    <Modal title={phrase`Email to ${row.name}: ${statusDisplay[row.status].label}`} onClose={onClose}>
      <DialogForm
        label="Send the email"
        isSaving={isSaving}
        isReady={isReady}
        isFirst
        onSave={() => void save()}
        onClose={onClose}
      >
        <LoadError what="The template" of={templatesQuery} />
        {unreached(row) === 'bounced' && (
          <p className="text-danger font-semibold" role="alert">
            Emails to this address bounce. Take the mark off first.
          </p>
        )}
        <ReasonChoice to={row.status} reason={reason} onChange={setReason} />
        {mail && <MailWords mail={mail} reason={reason} applicationId={row.id} onChange={setMail} />}
        <DelayChoice {...delay.choice} />
      </DialogForm>
    </Modal>
  );
}
