import { useEffect, type ComponentProps } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '#ui/Button.tsx';
import { forgetRecent } from './recent.ts';
import { StepButtons } from '../../shared/person/StepButtons.tsx';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import { applicationQuery, useHasParts } from '../../kernel/data/queries.ts';
import { asReviewError, isPassing } from '../../kernel/data/review-error.ts';
import type { ApplicationDetail } from '../../kernel/data/shapes/application.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { MoveButton } from '../../moves/MoveButton.tsx';
import { useShownRow } from '../../moves/moving.tsx';
import { Subject } from '../../moves/Subject.tsx';
import { Offline } from '../../kernel/states/Offline.tsx';
import { Empty, ErrorState, Skeleton } from '../../kernel/states/Placeholder.tsx';
import { StatusMark } from '../../kernel/status/StatusMark.tsx';
import { Notified } from '../../moves/mail/NotifyActions.tsx';
import { AssigneeField } from './assignee/AssigneeField.tsx';
import { Conversation } from './conversation/Conversation.tsx';
import { InterviewDate } from './conversation/InterviewDate.tsx';
import { keepFocus } from '#ui/keep-focus.ts';
import { Evidence } from '../../shared/person/Evidence.tsx';
import { Facts } from './Facts.tsx';
import { History } from './History.tsx';
import { Notes } from '../../shared/notes/Notes.tsx';
import { Questions } from './Questions.tsx';
import { Ratings } from '../../shared/rating/Ratings.tsx';
import { More } from './More.tsx';
import { SamePerson } from '../../shared/person/SamePerson.tsx';
import { Tags } from './Tags.tsx';
import styles from './ApplicationPanel.module.css';

interface Props {
  id: string;
  /** The list's data of the application. */
  known: Row | undefined;
  /** The previous and next application, null without a list. */
  steps: ComponentProps<typeof StepButtons>['steps'] | null;
  onClose: () => void;
}

/** A whole application next to the list, or over it on a phone. */
export default function ApplicationPanel({ id, known, steps, onClose }: Props) {
  const application = useQuery(applicationQuery(id));
  const { data } = application;
  const row = data?.row ?? known;
  // Its parts are of any height, so nothing is shown around them that would move.
  const isLoading = !useHasParts(id) || application.isPending;
  useCommands([
    isLoading && { id: 'note.write', isLoading },
    isLoading && { id: 'application.rate', isLoading },
    isLoading && !row && { id: 'application.move', level: 'panel', isLoading },
  ]);

  const error = application.error && asReviewError(application.error);
  const isGone = error?.errorKind === 'gone';
  return (
    <section
      ref={keepFocus}
      className={`parts grid-cols-1 content-start gap-4 min-w-0 text-sm ${styles['panel']}`}
      aria-label="Application"
    >
      <div className={`cluster gap-2 ${styles['bar']}`}>
        {steps && <StepButtons steps={steps} />}
        {data && !isGone && <More row={data.row} onErased={onClose} />}
        <button type="button" className="pressable text-sm" aria-label="Close application" onClick={onClose}>
          Close
        </button>
      </div>
      {isGone && <Gone id={id} onClose={onClose} />}
      {row && !isGone && <Head row={row} />}
      {isLoading && !isGone && (data || !error) && <Skeleton lines={12} />}
      {error && !isGone && !(data && isPassing(error)) && (
        <ErrorState error={error} onRetry={() => void application.refetch()} />
      )}
      {data && !isLoading && !isGone && <Details id={id} detail={data} />}
      <Offline at={data ? application.dataUpdatedAt : 0} error={error} />
    </section>
  );
}

/** Replaces an application that was deleted, and removes it from the recent ones. */
function Gone({ id, onClose }: Pick<Props, 'id' | 'onClose'>) {
  const client = useQueryClient();
  useEffect(() => forgetRecent(client, id), [client, id]);
  return (
    <Empty
      title="This application is no longer there"
      text="It was deleted, perhaps in another tab or by someone else."
    >
      <Button onClick={onClose}>Back to the list</Button>
    </Empty>
  );
}

function Head({ row: loaded }: { row: Row }) {
  const { mayReview } = useMe();
  const row = useShownRow(loaded);
  return (
    <header className="stack gap-2">
      <Subject name={row.name} className="text-xl" />
      <div className="row flex-wrap gap-3">
        <StatusMark status={row.status} />
        {mayReview && <MoveButton row={row} place="panel" />}
        <Notified row={row} />
        <AssigneeField row={row} />
      </div>
    </header>
  );
}

/** Everything below the head, once it is loaded. */
function Details({ id, detail }: { id: string; detail: ApplicationDetail }) {
  const { row, questions } = detail;
  return (
    <>
      <InterviewDate row={row} />
      <Facts row={row} />
      <SamePerson applicationId={id} since={row.created_at} />
      <Evidence applicationId={id} />
      <Questions questions={questions} answers={row.answers} />
      <Ratings applicationDetail={detail} />
      <Notes applicationDetail={detail} />
      <Tags row={row} />
      <Conversation applicationDetail={detail} />
      <History applicationDetail={detail} />
    </>
  );
}
