import { useRef, type RefObject } from 'react';
import { Fact } from '../person/Fact.tsx';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import { EditConflict } from '../../kernel/conflicts/EditConflict.tsx';
import type { ApplicationDetail } from '../../kernel/data/shapes/application.ts';
import { formatWhen, useNow } from '../../kernel/format/time.tsx';
import { Criterion } from './Criterion.tsx';
import { useDescribeScore } from './Others.tsx';
import { Overall } from './Overall.tsx';
import type { Score } from './scorecard.ts';
import styles from './Rating.module.css';
import { EarlierScores } from './EarlierScores.tsx';
import { formatScore, useScorecard } from './use-scorecard.ts';

/** The own scorecard, and others' scores if they are visible. */
export function Ratings({ applicationDetail: detail }: { applicationDetail: ApplicationDetail }) {
  const scorecard = useScorecard(detail);
  const { mayScore } = scorecard;
  const first = useRef<HTMLInputElement>(null);
  useCommands([{ id: 'application.rate', run: () => first.current?.focus() }]);
  return (
    <div>
      <h4>Rating</h4>
      <p className="small wrap-anywhere" role="status">
        {scorecard.seesOthers ? formatMean(detail.row.rating) : describeHidden(scorecard)}
      </p>
      {mayScore ? <Card scorecard={scorecard} firstRef={first} /> : <ReadScores scorecard={scorecard} />}
      <ScoreConflict card={scorecard} />
      <EarlierScores detail={detail} />
    </div>
  );
}

type Scorecard = ReturnType<typeof useScorecard>;

/** The own scores, to be chosen. */
function Card({
  scorecard,
  firstRef,
}: {
  scorecard: Scorecard;
  firstRef: RefObject<HTMLInputElement | null>;
}) {
  return (
    <div className={`stack gap-2 ${styles['card']}`}>
      {scorecard.criteria.map((criterion, place) => (
        <Criterion
          key={criterion.key}
          firstRef={place === 0 ? firstRef : undefined}
          criterion={criterion}
          isOpen={!criterion.isRetired}
          onRate={(score) => void scorecard.setScore(criterion.key, score)}
        />
      ))}
      <Overall overall={scorecard.overall} onAnswer={(answer) => void scorecard.setOverall(answer)} />
    </div>
  );
}

/** The scores as text, for members who give none. */
function ReadScores({ scorecard: { criteria, overall, seesOthers } }: { scorecard: Scorecard }) {
  const describe = useDescribeScore();
  const describeAll = (scores: readonly Score<number | boolean>[]) =>
    scores.length === 0 ? 'Not scored' : scores.map(describe).join(', ');
  if (!seesOthers) return null;
  return (
    <dl className="facts stack gap-1">
      {criteria.map(({ key, label, others }) => (
        <Fact key={key} label={label}>
          {describeAll(others)}
        </Fact>
      ))}
      <Fact label="Overall">{describeAll(overall.others)}</Fact>
    </dl>
  );
}

const formatMean = (rating: number) => (rating > 0 ? `${rating.toFixed(1)} on average` : 'Not rated yet');

/** Returns why others' scores are not shown. */
export const describeHidden = ({ mayScore, doneCount, needed }: Scorecard) =>
  mayScore
    ? `You see what others scored and wrote once your own scores are complete: ${doneCount} of ${needed} given.`
    : 'What others scored and wrote shows only to those who have scored.';

/** A score that another window changed, until the person decides. */
export function ScoreConflict({ card: { conflict, describeOthers, keep, rate } }: { card: Scorecard }) {
  const now = useNow();
  if (!conflict) return null;
  const { request, theirScore } = conflict;
  return (
    <EditConflict
      key={request.criterion}
      theirs={describeOthers(conflict, theirScore.at ? `, ${formatWhen(theirScore.at, now)}` : '')}
      yours={`Here you chose ${formatScore(request.score)}.`}
      anyway={`Take ${formatScore(request.score)} anyway`}
      onAnyway={() => void rate({ ...request, seen: theirScore.score })}
      onKeep={keep}
    />
  );
}
