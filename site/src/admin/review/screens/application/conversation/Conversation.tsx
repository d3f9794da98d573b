import type { ReactNode } from 'react';
import type { ApplicationDetail, Mailing } from '../../../kernel/data/shapes/application.ts';
import { When } from '../../../kernel/format/time.tsx';
import { useMe } from '../../../kernel/data/me.tsx';
import { RetryMail } from '../../../moves/mail/RetryMail.tsx';
import { fill } from '../../../kernel/words.ts';
import panel from '../../../kernel/application/ApplicationPanel.module.css';
import { PasteReply } from './PasteReply.tsx';
import { ReplyItem } from './ReplyItem.tsx';

interface Line {
  readonly at: string;
  readonly shown: ReactNode;
}

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
  if (kind === 'review') return fill('Mail “{subject}”: {state}', { subject: subject ?? '', state: said });
  return fill(
    kind === 'applicant' ? 'Mail with a link to their page: {state}' : 'Confirmation mail: {state}',
    { state: said },
  );
}

function linesOf({ row, mails, replies }: ApplicationDetail): readonly Line[] {
  const answers = replies.map((reply) => ({
    at: reply.received_at,
    shown: <ReplyItem reply={reply} applicationId={row.id} name={row.name} />,
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
  return [...answers, ...sent].toSorted((one, other) => other.at.localeCompare(one.at));
}

/** Mails and answers, the latest first. */
export function Conversation({ applicationDetail }: { applicationDetail: ApplicationDetail }) {
  const { mayReview } = useMe();
  const lines = linesOf(applicationDetail);
  return (
    <section className="stack gap-3">
      <h4>Conversation</h4>
      {lines.length === 0 && <p className="small">No mail and no answer yet.</p>}
      <ol className={`stack gap-2 ${panel['history']}`}>
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
