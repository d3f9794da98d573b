import type { ReactNode } from 'react';
import type { ReviewCopy } from '../../../content/admin/review.ts';
import type { HistoryEvent, Mailing, ApplicationDetail } from '../data/shapes/application.ts';
import type { Row } from '../data/shapes/row.ts';
import { sayAppointment, When } from '../format/time.tsx';
import { useMe } from '../me.tsx';
import { RetryMail } from '../telling/RetryMail.tsx';
import { fill, statusLabel, useWords } from '../words.tsx';
import { PasteReply } from './conversation/PasteReply.tsx';
import { ReplyItem } from './conversation/ReplyItem.tsx';
import styles from './ApplicationPanel.module.css';

interface Line {
  readonly at: string;
  readonly shown: ReactNode;
}

const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));

/** What an event says after its author's name. */
function deedOf(
  { kind, detail }: HistoryEvent,
  words: ReviewCopy,
  criteria: ApplicationDetail['criteria'],
): string {
  const { history } = words;
  const status = (name: unknown) => statusLabel(words.statuses, text(name));
  if (kind === 'moved')
    return fill(history.moved, { from: status(detail['from']), to: status(detail['to']) });
  if (kind === 'assigned')
    return detail['to']
      ? fill(history.assigned, { to: text(detail['to']) })
      : fill(history.unassigned, { from: text(detail['from']) });
  if (kind === 'tagged') {
    const added = texts(detail['added']);
    return added.length > 0
      ? fill(history.tagged, { tags: added.join(', ') })
      : fill(history.untagged, { tags: texts(detail['removed']).join(', ') });
  }
  if (kind === 'rated') {
    const criterion =
      criteria.find(({ key }) => key === detail['criterion'])?.label ?? text(detail['criterion']);
    return detail['score'] === null
      ? fill(history.unrated, { criterion })
      : fill(history.rated, { criterion, score: text(detail['score']) });
  }
  if (kind === 'bounced' && detail['reason'])
    return fill(history.bouncedBecause, { reason: text(detail['reason']) });
  if (kind === 'interview_set')
    return fill(history.interview_set, { when: sayAppointment(text(detail['at'])) });
  if (kind === 'applicant') return applicantDeed(detail, words);
  return fill(history[kind], { subject: text(detail['subject']) });
}

/** What the applicant did on their page; a correction with what stood there before. */
function applicantDeed(detail: HistoryEvent['detail'], { history, application }: ReviewCopy): string {
  const deeds: Readonly<Record<string, string>> = history.applicant;
  if (detail['deed'] !== 'corrected') return deeds[text(detail['deed'])] ?? history.applicant.other;
  const [before, after] = [detail['before'], detail['after']] as Record<string, unknown>[];
  const labels: Readonly<Record<string, string>> = application.correctable;
  return Object.keys(after ?? {})
    .map((field) =>
      fill(history.applicant.corrected, {
        field: labels[field] ?? field,
        before: text(before?.[field]),
        after: text(after?.[field]),
      }),
    )
    .join('; ');
}

function mailLine(mail: Mailing, row: Row, words: ReviewCopy): Line {
  const { kind, state, subject, created_at: created, sent_at: sent } = mail;
  const { history } = words;
  const said = history.states[state];
  const sentence =
    kind === 'review'
      ? fill(history.reviewMail, { subject: subject ?? '', state: said })
      : fill(kind === 'applicant' ? history.applicantMail : history.confirmationMail, { state: said });
  const shown =
    state === 'failed' && mail.id ? (
      <>
        {sentence}. <RetryMail mail={mail} row={row} />
      </>
    ) : (
      sentence
    );
  return { at: sent ?? created, shown };
}

function linesOf(detail: ApplicationDetail, words: ReviewCopy): readonly Line[] {
  const { row, events, mails, criteria, replies } = detail;
  const kept = new Set(replies.map(({ id }) => id));
  // An answer that is there says itself by whom it was pasted.
  const told = events.filter(
    ({ kind, detail: said }) => !(kind === 'answered' && kept.has(text(said['reply']))),
  );
  const deeds = told.map((event) => ({
    at: event.at,
    shown: `${event.actor_email ?? (event.kind === 'applicant' ? words.history.applicant.who : words.system)} ${deedOf(event, words, criteria)}`,
  }));
  const answers = replies.map((reply) => ({
    at: reply.received_at,
    shown: <ReplyItem reply={reply} applicationId={row.id} name={row.name} />,
  }));
  const confirmed = row.email_confirmed_at
    ? [{ at: row.email_confirmed_at, shown: words.history.confirmed }]
    : [];
  const applied = { at: row.created_at, shown: words.history.applied };
  const sentOnes = mails.map((mail) => mailLine(mail, row, words));
  return [...deeds, ...answers, ...sentOnes, ...confirmed, applied].sort((one, other) =>
    other.at.localeCompare(one.at),
  );
}

/** Everything that happened to an application, the latest first. */
export function History({ applicationDetail }: { applicationDetail: ApplicationDetail }) {
  const words = useWords();
  const { mayReview } = useMe();
  return (
    <div className={styles['notes']}>
      <h4>{words.history.title}</h4>
      {mayReview && <PasteReply applicationId={applicationDetail.row.id} />}
      <ol className={styles['history']}>
        {linesOf(applicationDetail, words).map(({ at, shown }, place) => (
          <li key={`${at}${place}`}>
            <When at={at} />
            <div>{shown}</div>
          </li>
        ))}
      </ol>
    </div>
  );
}
