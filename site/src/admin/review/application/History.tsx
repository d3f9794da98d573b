import type { ReviewCopy } from '../../../content/admin/review.ts';
import type { HistoryEvent, Mailing, ApplicationDetail } from '../data/shapes.ts';
import { When } from '../format/time.tsx';
import { fill, statusLabel, useWords } from '../words.tsx';
import styles from './ApplicationPanel.module.css';

interface Line {
  readonly at: string;
  readonly text: string;
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

function mailLine(
  { kind, state, subject, created_at: created, sent_at: sent }: Mailing,
  words: ReviewCopy,
): Line {
  const { history } = words;
  const said = history.states[state];
  const sentence =
    kind === 'review'
      ? fill(history.reviewMail, { subject: subject ?? '', state: said })
      : fill(kind === 'applicant' ? history.applicantMail : history.confirmationMail, { state: said });
  return { at: sent ?? created, text: sentence };
}

function linesOf({ row, events, mails, criteria }: ApplicationDetail, words: ReviewCopy): readonly Line[] {
  const deeds = events.map((event) => ({
    at: event.at,
    text: `${event.actor_email ?? (event.kind === 'applicant' ? words.history.applicant.who : words.system)} ${deedOf(event, words, criteria)}`,
  }));
  const confirmed = row.email_confirmed_at
    ? [{ at: row.email_confirmed_at, text: words.history.confirmed }]
    : [];
  const applied = { at: row.created_at, text: words.history.applied };
  return [...deeds, ...mails.map((mail) => mailLine(mail, words)), ...confirmed, applied].sort((one, other) =>
    other.at.localeCompare(one.at),
  );
}

/** Everything that happened to an application, the latest first. */
export function History({ applicationDetail }: { applicationDetail: ApplicationDetail }) {
  const words = useWords();
  return (
    <div>
      <h4>{words.history.title}</h4>
      <ol className={styles['history']}>
        {linesOf(applicationDetail, words).map(({ at, text: sentence }, place) => (
          <li key={`${at}${place}`}>
            <When at={at} />
            <span>{sentence}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
