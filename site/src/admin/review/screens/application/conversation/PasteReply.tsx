import { useId, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { SaveForm } from '#admin/saving/SaveForm.tsx';
import { Field, useFocusOnMount } from '#ui/form/Field.tsx';
import { showToast } from '#ui/toast/show.ts';
import { call } from '../../../kernel/data/call.ts';
import { useApplicationSave } from '../../../kernel/data/saves.ts';
import { asLocalTime, fromLocalTime } from '../../../kernel/format/time.tsx';
import { useMe } from '../../../kernel/data/me.tsx';
import { hasDraft, useDraft } from '../../../kernel/drafts/drafts.ts';
import { fits, NoteField } from '../../../shared/notes/NoteField.tsx';
import styles from './Conversation.module.css';
import { serverNow } from '#supabase/clock.ts';

/** A form to paste a mailed answer. The draft is kept in the tab like a note's. */
export function PasteReply({ applicationId }: { applicationId: string }) {
  const { user_id: myId } = useMe();
  const [isOpen, setOpen] = useState(() => hasDraft(myId, `reply.${applicationId}`));
  return isOpen ? (
    <ReplyForm applicationId={applicationId} onClose={() => setOpen(false)} />
  ) : (
    <div className="cluster gap-x-4 gap-y-2 touch">
      <Button onClick={() => setOpen(true)}>Paste an answer</Button>
    </div>
  );
}

/** The state of pasting an answer with its text and date, and its save. */
function useReply(applicationId: string, onClose: () => void) {
  const draft = useDraft(`reply.${applicationId}`, '');
  const [came, setCame] = useState(() => asLocalTime(new Date(serverNow())));
  const canSave = draft.isUnsaved && fits(draft.text);
  const leave = () => {
    draft.clear();
    onClose();
  };
  const { save, isSaving } = useApplicationSave({
    send: (body: string) =>
      call('review_reply_add', { application_id: applicationId, body, received_at: fromLocalTime(came) }),
    done: (_answer, body) => {
      showToast({ title: 'Answer saved' });
      // Text typed during the request stays.
      if (draft.clear(body)) onClose();
    },
    retries: true,
  });
  return { draft, came, setCame, canSave, isSaving, leave, save: () => canSave && void save(draft.text) };
}

function ReplyForm({ applicationId, onClose }: { applicationId: string; onClose: () => void }) {
  const titleId = useId();
  const field = useFocusOnMount<HTMLTextAreaElement>();
  const { draft, came, setCame, canSave, isSaving, leave, save } = useReply(applicationId, onClose);
  return (
    <SaveForm
      className={`stack gap-2 ${styles['note']}`}
      labelledBy={titleId}
      actionsClassName="cluster gap-x-4 gap-y-2 touch"
      label="Save the answer"
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
        Paste an answer that came by email
      </p>
      <NoteField ref={field} label="The answer" {...draft.field} onDone={save} />
      <Field
        type="datetime-local"
        label="Received at"
        hint="In your time zone. If you leave it empty, the current time is used."
        value={came}
        onChange={({ target }) => setCame(target.value)}
      />
    </SaveForm>
  );
}
