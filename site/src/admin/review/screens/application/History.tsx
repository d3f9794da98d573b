import type { ReactNode } from 'react';
import type { ReviewCopy } from '../../../../content/admin/review.ts';
import type { HistoryEvent, ApplicationDetail } from '../../kernel/data/shapes/application.ts';
import { sayAppointment, When } from '../../kernel/format/time.tsx';
import { MemberName } from '../../kernel/people/MemberName.tsx';
import { usePeople } from '../../kernel/people/use-people.ts';
import { fill, statusLabel, useWords } from '../../kernel/words.tsx';
import styles from '../../kernel/application/ApplicationPanel.module.css';

interface Line {
  readonly at: string;
  readonly shown: ReactNode;
}

const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));

/** Returns an event's text after its author's name. */
function deedOf(
  { kind, detail }: HistoryEvent,
  words: ReviewCopy,
  criteria: ApplicationDetail['criteria'],
  nameOf: (id: null, email: string) => string,
): string {
  const { history } = words;
  const status = (name: unknown) => statusLabel(words.statuses, text(name));
  if (kind === 'moved')
    return fill(history.moved, { from: status(detail['from']), to: status(detail['to']) });
  if (kind === 'assigned')
    return detail['to'] !== null
      ? fill(history.assigned, { to: nameOf(null, text(detail['to'])) })
      : fill(history.unassigned, { from: nameOf(null, text(detail['from'])) });
  if (kind === 'tagged') {
    const added = texts(detail['added']);
    return added.length > 0
      ? fill(history.tagged, { tags: added.join(', ') })
      : fill(history.untagged, { tags: texts(detail['removed']).join(', ') });
  }
  if (kind === 'rated' && detail['criterion'] === 'overall')
    return history.overall[detail['overall'] === true ? 'yes' : detail['overall'] === false ? 'no' : 'none'];
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
  if (kind === 'noted' && detail['restored']) return history.note_restored;
  return fill(history[kind], { subject: text(detail['subject']) });
}

/** Returns the applicant's action on their page, with the former value of a correction. */
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

/** An event's author and action. */
function Deed({ event, criteria }: { event: HistoryEvent; criteria: ApplicationDetail['criteria'] }) {
  const words = useWords();
  const { nameOf } = usePeople();
  const { actor, actor_email: email, kind } = event;
  // The address of an erased member is empty. The system and the applicant have none.
  const who =
    email !== null ? (
      <MemberName id={actor} email={email} />
    ) : kind === 'applicant' ? (
      words.history.applicant.who
    ) : (
      words.system
    );
  return (
    <>
      {who} {deedOf(event, words, criteria, nameOf)}
    </>
  );
}

function linesOf({ row, events, criteria, replies }: ApplicationDetail, words: ReviewCopy): readonly Line[] {
  const kept = new Set(replies.map(({ id }) => id));
  // An answer that is there says itself by whom it was pasted.
  const told = events.filter(
    ({ kind, detail: said }) => !(kind === 'answered' && kept.has(text(said['reply']))),
  );
  const deeds = told.map((event) => ({ at: event.at, shown: <Deed event={event} criteria={criteria} /> }));
  const confirmed = row.email_confirmed_at
    ? [{ at: row.email_confirmed_at, shown: words.history.confirmed }]
    : [];
  const applied = { at: row.created_at, shown: words.history.applied };
  return [...deeds, ...confirmed, applied].toSorted((one, other) => other.at.localeCompare(one.at));
}

/** The history of an application, the latest first. Mails and answers are in the conversation. */
export function History({ applicationDetail }: { applicationDetail: ApplicationDetail }) {
  const words = useWords();
  return (
    <section className={styles['section']}>
      <h4>{words.history.title}</h4>
      <ol className={styles['history']}>
        {linesOf(applicationDetail, words).map(({ at, shown }, place) => (
          <li key={`${at}${place}`}>
            <When at={at} />
            <div>{shown}</div>
          </li>
        ))}
      </ol>
    </section>
  );
}
