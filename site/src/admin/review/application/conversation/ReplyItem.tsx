import { Button } from '../../../../ui/Button.tsx';
import { showToast } from '../../../../ui/toast/show.ts';
import { useUndoable } from '../../commands/use-undoable.ts';
import { call } from '../../data/call.ts';
import type { Reply } from '../../data/shapes/application.ts';
import { useRefresh } from '../../data/use-report.ts';
import { useReviewSave } from '../../data/use-review-save.ts';
import { useMe } from '../../me.tsx';
import { usePeople } from '../../people/use-people.ts';
import { fill, useWords } from '../../words.tsx';
import styles from '../ApplicationPanel.module.css';

interface Props {
  reply: Reply;
  applicationId: string;
  /** The applicant's. */
  name: string;
}

/** What the applicant answered, and the way to take it out again for who pasted it and for owners. */
export function ReplyItem({ reply, applicationId, name }: Props) {
  const words = useWords();
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
      // Pasted again it is one's own: only what was one's own comes back as it was.
      showToast({ title: words.replies.removed, ...(author === myId && { action }) });
    },
    settled,
    retries: true,
  });
  return (
    <div>
      <p>{fill(words.replies.by, { name, who: nameOf(author, who) })}</p>
      <p className={`${styles['note']} ${styles['body']}`}>{body}</p>
      {mayReview && (isOwner || author === myId) && (
        <Button look="text" onClick={() => void removing.save()}>
          {words.replies.remove}
        </Button>
      )}
    </div>
  );
}
