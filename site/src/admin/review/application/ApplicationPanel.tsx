import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/Button.tsx';
import { applicationQuery } from '../data/queries.ts';
import { asReviewError } from '../data/review-error.ts';
import type { Whole } from '../data/shapes.ts';
import { useMe } from '../me.tsx';
import { MoveButton } from '../moves/MoveButton.tsx';
import { useStartMove } from '../moves/moving.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { StatusMark } from '../parts/StatusMark.tsx';
import { Trouble } from '../parts/Trouble.tsx';
import { useKeys } from '../keys/useKeys.ts';
import { focusRow } from '../list/row-link.ts';
import type { Steps } from '../list/useSteps.ts';
import { useWords } from '../words.tsx';
import { AssigneeField } from './AssigneeField.tsx';
import { Facts } from './Facts.tsx';
import { History } from './History.tsx';
import { Notes } from './Notes.tsx';
import { Questions } from './Questions.tsx';
import { Ratings } from './Ratings.tsx';
import { RemoveApplication } from './RemoveApplication.tsx';
import { Tags } from './Tags.tsx';
import styles from './ApplicationPanel.module.css';

interface Props {
  id: string;
  /** The ways to the ones beside it; null where there is no list to go through. */
  steps: Steps | null;
  onClose: () => void;
}

const focusNote = () => document.querySelector<HTMLTextAreaElement>('[data-new-note]')?.focus();

/** One application, whole, beside the list (on a phone: over it). */
export default function ApplicationPanel({ id, steps, onClose }: Props) {
  const words = useWords();
  const application = useQuery(applicationQuery(id));
  const heading = useRef<HTMLHeadingElement>(null);
  const isThere = application.isSuccess;
  useEffect(() => {
    if (isThere) heading.current?.focus({ preventScroll: true });
  }, [isThere]);
  useEffect(
    () => () => void requestAnimationFrame(() => document.activeElement === document.body && focusRow(id)),
    [id],
  );
  useKeys({ e: focusNote });

  const isGone = application.isError && asReviewError(application.error).trouble === 'gone';
  return (
    <section className={styles['panel']} aria-label={words.application.label}>
      <div className={styles['bar']}>
        <Button look="text" onClick={onClose}>
          {words.application.close}
        </Button>
        {steps && <Neighbours steps={steps} />}
      </div>
      {application.isPending && <Skeleton lines={12} />}
      {isGone && (
        <Empty title={words.application.gone.title} text={words.application.gone.text}>
          <Button onClick={onClose}>{words.application.gone.back}</Button>
        </Empty>
      )}
      {application.isError && !isGone && (
        <Trouble error={application.error} onRetry={() => void application.refetch()} />
      )}
      {application.data && !isGone && (
        <>
          <Head whole={application.data} headingRef={heading} />
          <Facts row={application.data.row} />
          <Questions questions={application.data.questions} answers={application.data.row.answers} />
          <Tags row={application.data.row} />
          <Ratings whole={application.data} />
          <Notes applicationId={id} notes={application.data.notes} />
          <History whole={application.data} />
          <RemoveApplication row={application.data.row} onRemoved={onClose} />
        </>
      )}
    </section>
  );
}

/** The one before and the one after, for whoever has no keyboard at hand. */
function Neighbours({ steps }: { steps: Steps }) {
  const { application, list } = useWords();
  return (
    <>
      <Button
        look="text"
        disabled={!steps.hasPrevious}
        aria-label={application.previous}
        onClick={steps.previous}
      >
        {list.previous}
      </Button>
      <Button look="text" disabled={!steps.hasNext} aria-label={application.next} onClick={steps.next}>
        {list.next}
      </Button>
    </>
  );
}

interface HeadProps {
  whole: Whole;
  headingRef: React.RefObject<HTMLHeadingElement | null>;
}

function Head({ whole: { row }, headingRef }: HeadProps) {
  const { mayReview } = useMe();
  const startMove = useStartMove();
  return (
    <header className={styles['head']}>
      <h3 ref={headingRef} tabIndex={-1} className={styles['name']}>
        {row.name}
      </h3>
      <div className={styles['state']}>
        <StatusMark status={row.status} />
        {mayReview && (
          <MoveButton
            id="move-open"
            from={row.status}
            name={row.name}
            onChoose={(to) => startMove(row, to)}
          />
        )}
        <AssigneeField row={row} />
      </div>
    </header>
  );
}
