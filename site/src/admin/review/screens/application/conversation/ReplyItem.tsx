import { Button } from '../../../../../ui/Button.tsx';
import { showToast } from '../../../../../ui/toast/show.ts';
import { useUndoable } from '../../../kernel/commands/use-undoable.ts';
import { call } from '../../../kernel/data/call.ts';
import type { Reply } from '../../../kernel/data/shapes/application.ts';
import { useRefresh } from '../../../kernel/data/use-report.ts';
import { useReviewSave } from '../../../kernel/data/use-review-save.ts';
import { useMe } from '../../../kernel/data/me.tsx';
import { usePeople } from '../../../kernel/people/use-people.ts';
import { fill } from '../../../kernel/words.ts';
import styles from '../../../kernel/application/ApplicationPanel.module.css';

interface Props {
  reply: Reply;
  applicationId: string;
  /** The applicant's. */
  name: string;
}

/** An applicant's answer. Its author and owners may remove it. */
export function ReplyItem({ reply, applicationId, name }: Props) {
  const { user_id: myId, isOwner, mayReview } = useMe();
  const { nameOf } = usePeople();
  const undoable = useUndoable();
  const { body, received_at, pasted_by: author, pasted_by_email: who } = reply;
  const settled = useRefresh();
  const pasting = useReviewSave({
    send: () => call('review_reply_add', { application_id: applicationId, body, received_at }),
    done: () => {},
    settled,
    retries: true,
  });
  const removing = useReviewSave({
    send: () => call('review_reply_remove', { reply_id: reply.id }),
    done: () => {
      const action = undoable(async () => void (await pasting.save()));
      // Only an own answer can be restored unchanged, because pasting makes it one's own.
      showToast({ title: 'Answer removed', ...(author === myId && { action }) });
    },
    settled,
    retries: true,
  });
  return (
    <div>
      <p>{fill('{name} answered by mail; {who} pasted it', { name, who: nameOf(author, who) })}</p>
      <p className={`${styles['note']} ${styles['body']}`}>{body}</p>
      {mayReview && (isOwner || author === myId) && (
        <Button look="text" onClick={() => void removing.save()}>
          Remove this answer
        </Button>
      )}
    </div>
  );
}
