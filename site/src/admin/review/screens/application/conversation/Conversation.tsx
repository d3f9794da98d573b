import { Timeline, type Line } from './Timeline.tsx';
import type { ApplicationDetail, Mailing, Reply } from '../../../kernel/data/shapes/application.ts';
import { useMe } from '../../../kernel/data/me.tsx';
import { RetryMail } from '../../../moves/mail/RetryMail.tsx';
import { phrase } from '../../../kernel/words.ts';
import { Button } from '../../../../../ui/Button.tsx';
import { showToast } from '../../../../../ui/toast/show.ts';
import { useUndoable } from '../../../kernel/commands/CommandsProvider.tsx';
import { call } from '../../../kernel/data/call.ts';
import { useApplicationSave } from '../../../kernel/data/saves.ts';
import { usePeople } from '../../../kernel/people/use-people.ts';
import styles from '../../../kernel/application/ApplicationPanel.module.css';
import { useId, useState } from 'react';
import { SaveForm } from '../../../../saving/SaveForm.tsx';
import { Field, useFocusOnMount } from '../../../../../ui/form/Field.tsx';
import { asLocalTime, fromLocalTime } from '../../../kernel/format/time.tsx';
import { hasDraft, useDraft } from '../../../kernel/data/drafts.ts';
import { fits, NoteField } from '../../../kernel/notes/NoteField.tsx';

const states: Readonly<Record<Mailing['state'], string>> = {
  due: 'waiting',
  sending: 'being sent',
  sent: 'sent',
  failed: 'failed',
  dropped: 'stopped',
  held: 'held, for the address bounced',
};

function sayMail({ kind, state, subject }: Mailing): string {
  const said = states[state];
  if (kind === 'review') return phrase`Mail “${subject ?? ''}”: ${said}`;
  return kind === 'applicant' ? `Mail with a link to their page: ${said}` : `Confirmation mail: ${said}`;
}

function linesOf({ row, mails, replies }: ApplicationDetail): readonly Line[] {
  const answers = replies.map((reply) => ({
    at: reply.received_at,
    shown: <ReplyItem reply={reply} row={row} />,
  }));
  const sent = mails.map((mail) => ({
    at: mail.sent_at ?? mail.created_at,
    shown: (
      <>
        {sayMail(mail)}
        {mail.state === 'failed' && <RetryMail mail={mail} row={row} />}
      </>
    ),
  }));
  return [...answers, ...sent];
}

/** Mails and answers, the latest first. */
export function Conversation({ applicationDetail }: { applicationDetail: ApplicationDetail }) {
  const { mayReview } = useMe();
  const lines = linesOf(applicationDetail);
  return (
    <section className="stack gap-3">
      <h4>Conversation</h4>
      {lines.length === 0 && <p className="small">No mail and no answer yet.</p>}
      <Timeline lines={lines} />
      {mayReview && <PasteReply applicationId={applicationDetail.row.id} />}
    </section>
  );
}

/** An applicant's answer. Its author and owners may remove it. */
function ReplyItem({ reply, row }: { reply: Reply; row: ApplicationDetail['row'] }) {
  const { user_id: myId, isOwner, mayReview } = useMe();
  const { nameOf } = usePeople();
  const undoable = useUndoable();
  const { body, received_at, pasted_by: author, pasted_by_email: who } = reply;
  const pasting = useApplicationSave({
    send: () => call('review_reply_add', { application_id: row.id, body, received_at }),
    done: () => {},
    retries: true,
  });
  const removing = useApplicationSave({
    send: () => call('review_reply_remove', { reply_id: reply.id }),
    done: () => {
      const action = undoable(async () => void (await pasting.save()));
      // Only an own answer can be restored unchanged, because pasting makes it one's own.
      showToast({ title: 'Answer removed', ...(author === myId && { action }) });
    },
    retries: true,
  });
  return (
    <div>
      <p>{phrase`${row.name} answered by mail; ${nameOf(author, who)} pasted it`}</p>
      <p className={`written stack gap-2 ${styles['note']}`}>{body}</p>
      {mayReview && (isOwner || author === myId) && (
        <Button look="text" onClick={() => void removing.save()}>
          Remove this answer
        </Button>
      )}
    </div>
  );
}

/** A form to paste a mailed answer. The draft is kept in the tab like a note's. */
function PasteReply({ applicationId }: { applicationId: string }) {
  const { user_id: myId } = useMe();
  const [isOpen, setOpen] = useState(() => hasDraft(myId, `reply.${applicationId}`));
  return isOpen ? (
    <ReplyForm applicationId={applicationId} onClose={() => setOpen(false)} />
  ) : (
    <div className="cluster gap-2-4 touch">
      <Button onClick={() => setOpen(true)}>Paste an answer</Button>
    </div>
  );
}

/** The state of pasting an answer with its text and date, and its save. */
function useReply(applicationId: string, onClose: () => void) {
  const draft = useDraft(`reply.${applicationId}`, '');
  const [came, setCame] = useState(() => asLocalTime(new Date()));
  const canSave = draft.isUnsaved && fits(draft.text);
  const leave = () => {
    draft.clear();
    onClose();
  };
  const { save, isSaving } = useApplicationSave({
    send: () => {
      const reply = { application_id: applicationId, body: draft.text, received_at: fromLocalTime(came) };
      return call('review_reply_add', reply);
    },
    done: () => {
      showToast({ title: 'Answer kept' });
      leave();
    },
    retries: true,
  });
  return { draft, came, setCame, canSave, isSaving, leave, save: () => canSave && void save() };
}

function ReplyForm({ applicationId, onClose }: { applicationId: string; onClose: () => void }) {
  const titleId = useId();
  const field = useFocusOnMount<HTMLTextAreaElement>();
  const { draft, came, setCame, canSave, isSaving, leave, save } = useReply(applicationId, onClose);
  return (
    <SaveForm
      className={`stack gap-2 ${styles['note']}`}
      labelledBy={titleId}
      actionsClassName="cluster gap-2-4 touch"
      label="Keep the answer"
      savingLabel="Saving…"
      isSaving={isSaving}
      isUnchanged={!canSave}
      onSave={save}
      actions={
        <Button look="text" onClick={leave}>
          Cancel
        </Button>
      }
    >
      <p id={titleId} className="small">
        Paste an answer that came by mail
      </p>
      <NoteField ref={field} label="The answer" {...draft.field} onDone={save} />
      <Field
        type="datetime-local"
        label="When it came"
        hint="In your time zone. Left empty, it came now."
        value={came}
        onChange={({ target }) => setCame(target.value)}
      />
    </SaveForm>
  );
}
