import { useRef } from 'react';
import { useCommands } from '../commands/use-commands.ts';
import { EditConflict } from '../conflicts/EditConflict.tsx';
import type { ApplicationDetail } from '../data/shapes/application.ts';
import { formatWhen, useNow } from '../format/time.tsx';
import { words } from '../words.ts';
import { Criterion } from './Criterion.tsx';
import { Overall } from './Overall.tsx';
import styles from './Rating.module.css';
import { EarlierScores } from './EarlierScores.tsx';
import { formatScore, useScorecard } from './use-scorecard.ts';

/** The own scorecard, and others' scores if they are visible. */
export function Ratings({ applicationDetail: detail }: { applicationDetail: ApplicationDetail }) {
  const scorecard = useScorecard(detail);
  const { criteria, overall, mayScore } = scorecard;
  const first = useRef<HTMLInputElement>(null);
  const whyNot = mayScore ? null : words.whyNot.reader;
  useCommands([{ id: 'application.rate', run: () => first.current?.focus(), whyNot }]);
  return (
    <div>
      <h4>Rating</h4>
      <p className="small breaks" role="status">
        {scorecard.seesOthers ? formatMean(detail.row.rating) : describeHidden(scorecard)}
      </p>
      <div className={`stack gap-2 ${styles['card']}`}>
        {criteria.map((criterion, place) => (
          <Criterion
            key={criterion.key}
            firstRef={place === 0 ? first : undefined}
            criterion={criterion}
            isOpen={mayScore && !criterion.isRetired}
            onRate={(score) => void scorecard.setScore(criterion.key, score)}
          />
        ))}
        <Overall
          overall={overall}
          isOpen={mayScore}
          onAnswer={(answer) => void scorecard.setOverall(answer)}
        />
      </div>
      <ScoreConflict card={scorecard} />
      <EarlierScores detail={detail} />
    </div>
  );
}

type Card = ReturnType<typeof useScorecard>;

const formatMean = (rating: number) => (rating > 0 ? `${rating.toFixed(1)} on average` : 'Not rated yet');

/** Returns why others' scores are not shown. */
export const describeHidden = ({ mayScore, given, needed }: Card) =>
  mayScore
    ? `You see what others scored and wrote once your own scores are complete: ${given} of ${needed} given.`
    : 'What others scored and wrote is hidden: only reviewers see it, once they have scored.';

/** A score that another window changed, until the person decides. */
export function ScoreConflict({ card: { conflict, describeOthers, keep, rate } }: { card: Card }) {
  const now = useNow();
  if (!conflict) return null;
  const { request, given } = conflict;
  return (
    <EditConflict
      key={request.criterion}
      theirs={describeOthers(conflict, given.at ? `, ${formatWhen(given.at, now)}` : '')}
      yours={`Here you chose ${formatScore(request.score)}.`}
      anyway={`Take ${formatScore(request.score)} all the same`}
      onAnyway={() => void rate({ ...request, seen: given.score })}
      onKeep={keep}
    />
  );
}
