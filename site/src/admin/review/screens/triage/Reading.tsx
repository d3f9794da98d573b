import { useQuery } from '@tanstack/react-query';
import { Fact, Profile } from '../../shared/person/Fact.tsx';
import { TagMarks } from '../../kernel/controls/tags.tsx';
import { SamePerson } from '../../shared/person/SamePerson.tsx';
import { Notes } from '../../shared/notes/Notes.tsx';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import { applicationQuery, useHasParts } from '../../kernel/data/queries.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { Due } from '../../kernel/format/due.tsx';
import { When } from '../../kernel/format/time.tsx';
import { useShownRow } from '../../moves/moving.tsx';
import { Subject } from '../../moves/Subject.tsx';
import { ErrorState, Skeleton } from '../../kernel/states/Placeholder.tsx';
import { Offline } from '../../kernel/states/Offline.tsx';
import { StatusMark } from '../../kernel/status/StatusMark.tsx';
import { FirstEvidence } from './FirstEvidence.tsx';
import { Moves } from './Moves.tsx';
import { scoreCommand, Scores } from './Scores.tsx';
import { keepFocus } from '#ui/keep-focus.ts';
import styles from './Triage.module.css';
import type { Queue } from './use-queue.ts';
import type { Elements } from '#ui/elements.ts';

/** Keys for scores, which wait until those are loaded. */
const loadingCommands = [
  { id: 'note.write', isLoading: true },
  { id: 'triage.score-back', isLoading: true },
  ...([1, 2, 3, 4, 5] as const).map((score) => scoreCommand(score, { label: '', isLoading: true })),
] as const;

interface Props {
  /** The queue's data of the application. */
  row: Row;
  queue: Queue;
}

/** One application with the facts of a decision, the own scores and the moves. */
export function Reading({ row: known, queue }: Props) {
  const application = useQuery(applicationQuery(known.id));
  const { data, isError, error } = application;
  // These parts are of any height, so nothing is shown below them that would move.
  const hasParts = useHasParts(known.id);
  const row = useShownRow(data?.row ?? known);
  const isLoading = application.isPending || !hasParts;
  useCommands(isLoading ? loadingCommands : []);
  return (
    <article ref={keepFocus} className={`parts grid-cols-1 ${styles['reading']}`}>
      <div className={'stack content-start gap-5 min-w-0'}>
        <Head row={row}>
          <Offline at={data ? application.dataUpdatedAt : 0} error={error} isBelowBar />
        </Head>
        <FirstEvidence row={row} />
        {hasParts && (
          <>
            <Facts row={row} />
            <SamePerson applicationId={row.id} since={row.created_at} />
          </>
        )}
        {!data && isError && <ErrorState error={error} onRetry={() => void application.refetch()} />}
        {isLoading && (data || !isError) && <Skeleton lines={4} />}
      </div>
      <div className={`stack content-start gap-5 min-w-0 ${styles['decision']}`}>
        {data && hasParts ? <Scores detail={data} /> : <div aria-hidden="true" />}
        <Moves row={row} queue={queue} />
      </div>
      {data && hasParts && (
        <div className={`ruled ${styles['notes']}`}>
          <Notes applicationDetail={data} />
        </div>
      )}
    </article>
  );
}

/** A ref that scrolls up to the next application, from where the one before was read. */
function scrollUpTo(head: HTMLElement | null): void {
  if (head && head.getBoundingClientRect().top < 0) window.scrollTo({ top: 0, behavior: 'instant' });
}

function Head({ row, children }: { row: Row; children: Elements }) {
  return (
    <header ref={scrollUpTo} className={`stack gap-2 relative ${styles['head']}`}>
      <Subject name={row.name} className={styles['name']} />
      <div className="cluster items-baseline gap-x-4 gap-y-1">
        <StatusMark status={row.status} />
        {row.due_at && <Due at={row.due_at} />}
        {row.email_bounced_at && <span>Email bounces</span>}
        {row.archived_at && <span>Archived</span>}
        <TagMarks tags={row.tags} />
      </div>
      {children}
    </header>
  );
}

/** The list's data. */
function Facts({ row }: { row: Row }) {
  return (
    <dl className="facts stack gap-2">
      <Fact label="LinkedIn">
        <Profile href={row.linkedin}>{row.linkedin?.replace(/^https?:\/\/(www\.)?/, '')}</Profile>
      </Fact>
      <Fact label="Sectors">
        <bdi>{row.sectors}</bdi>
      </Fact>
      <Fact label="Email">{row.email}</Fact>
      <Fact label="Applied">
        <When at={row.created_at} />
      </Fact>
    </dl>
  );
}
