import type { ReactNode } from 'react';
import type { ReviewCopy } from '../../../../../content/admin/review.ts';
import type { ApplicationDetail, Mailing } from '../../../kernel/data/shapes/application.ts';
import { When } from '../../../kernel/format/time.tsx';
import { useMe } from '../../../kernel/data/me.tsx';
import { RetryMail } from '../../../moves/mail/RetryMail.tsx';
import { fill, useWords } from '../../../kernel/words.tsx';
import panel from '../../../kernel/application/ApplicationPanel.module.css';
import { PasteReply } from './PasteReply.tsx';
import { ReplyItem } from './ReplyItem.tsx';

interface Line {
  readonly at: string;
  readonly shown: ReactNode;
}

function sayMail({ kind, state, subject }: Mailing, { history }: ReviewCopy): string {
  const said = history.states[state];
  if (kind === 'review') return fill(history.reviewMail, { subject: subject ?? '', state: said });
  return fill(kind === 'applicant' ? history.applicantMail : history.confirmationMail, { state: said });
}

function linesOf({ row, mails, replies }: ApplicationDetail, words: ReviewCopy): readonly Line[] {
  const answers = replies.map((reply) => ({
    at: reply.received_at,
    shown: <ReplyItem reply={reply} applicationId={row.id} name={row.name} />,
  }));
  const sent = mails.map((mail) => ({
    at: mail.sent_at ?? mail.created_at,
    shown: (
      <>
        {sayMail(mail, words)}
        {mail.state === 'failed' && <RetryMail mail={mail} row={row} />}
      </>
    ),
  }));
  return [...answers, ...sent].toSorted((one, other) => other.at.localeCompare(one.at));
}

/** Mails and answers, the latest first. */
export function Conversation({ applicationDetail }: { applicationDetail: ApplicationDetail }) {
  const words = useWords();
  const { mayReview } = useMe();
  const lines = linesOf(applicationDetail, words);
  return (
    <section className={panel['section']}>
      <h4>{words.application.conversation}</h4>
      {lines.length === 0 && <p className={panel['quiet']}>{words.application.noConversation}</p>}
      <ol className={panel['history']}>
        {lines.map(({ at, shown }, place) => (
          <li key={`${at}${place}`}>
            <When at={at} />
            <div>{shown}</div>
          </li>
        ))}
      </ol>
      {mayReview && <PasteReply applicationId={applicationDetail.row.id} />}
    </section>
  );
}
