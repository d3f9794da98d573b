import { Timeline, type Line } from './Timeline.tsx';
import type { ApplicationDetail, Reply } from '../../../kernel/data/shapes/application.ts';
import { useMe } from '../../../kernel/data/me.tsx';
import { RetryMail } from '../../../moves/mail/RetryMail.tsx';
import { describeMail } from './describe-mail.ts';
import { phrase } from '../../../kernel/words.ts';
import { PasteReply } from './PasteReply.tsx';
import { Button } from '#ui/Button.tsx';
import { showToast } from '#ui/toast/show.ts';
import { useUndoable } from '../../../kernel/commands/CommandsProvider.tsx';
import { call } from '../../../kernel/data/call.ts';
import { useApplicationSave } from '../../../kernel/data/saves.ts';
import { usePeople } from '../../../kernel/people/use-people.ts';
import styles from './Conversation.module.css';

function linesOf({ row, mails, replies }: ApplicationDetail): readonly Line[] {
  const answers = replies.map((reply) => ({
    at: reply.received_at,
    shown: <ReplyItem reply={reply} row={row} />,
  }));
  const sent = mails.map((mail) => ({
    at: mail.sent_at ?? mail.created_at,
    shown: (
      <>
        <span>{describeMail(mail)}</span>
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
      {lines.length === 0 && <p className="small">No email and no answer yet.</p>}
      <Timeline
        lines={lines}
        cut={applicationDetail.has_more_mails && 'There are earlier emails, which are not shown.'}
      />
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
      // Only an own answer can be restored unchanged, because pasting makes it the paster's.
      showToast({ title: 'Answer removed', ...(author === myId && { action }) });
    },
    retries: true,
  });
  return (
    <div>
      <p>{phrase`${row.name} answered by email; ${nameOf(author, who)} pasted it`}</p>
      <p className={`written stack gap-2 ${styles['note']}`}>{body}</p>
      {mayReview && (isOwner || author === myId) && (
        <Button look="text" onClick={() => void removing.save()}>
          Remove this answer
        </Button>
      )}
    </div>
  );
}
