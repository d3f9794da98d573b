import { Suspense, useRef } from 'react';
import { lazyScreen } from '../../../../ui/lazy/lazy-screen.tsx';
import { useCommands } from '../commands/use-commands.ts';
import type { ApplicationDetail } from '../data/shapes/application.ts';
import { fill, words } from '../words.ts';
import { Criterion } from './Criterion.tsx';
import { Overall } from './Overall.tsx';
import styles from './Rating.module.css';
import { useScorecard } from './use-scorecard.ts';

const RatingConflict = lazyScreen(() => import('./RatingConflict.tsx'));

/** The own scorecard, and others' scores if they are visible. */
export function Ratings({ applicationDetail: detail }: { applicationDetail: ApplicationDetail }) {
  const scorecard = useScorecard(detail);
  const { criteria, overall, mayScore } = scorecard;
  const first = useRef<HTMLInputElement>(null);
  useCommands([{ id: 'application.rate', run: () => first.current?.focus() }]);
  return (
    <div>
      <h4>Rating</h4>
      <p className="small breaks" role="status">
        {scorecard.seesOthers ? sayMean(detail.row.rating) : sayHidden(scorecard)}
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
        <Overall overall={overall} isOpen={mayScore} onSay={(answer) => void scorecard.setOverall(answer)} />
      </div>
      <ScoreConflict card={scorecard} />
    </div>
  );
}

type Card = ReturnType<typeof useScorecard>;

const sayMean = (rating: number) => (rating > 0 ? `${rating.toFixed(1)} on average` : 'Not rated yet');

/** Returns why others' scores are not shown. */
export const sayHidden = ({ mayScore, given, needed }: Card) =>
  mayScore ? fill(words.scoresHidden, { given, needed }) : words.scoresHiddenToReaders;

/** A score that another window changed, until the person decides. */
export function ScoreConflict({ card: { criteria, conflict, keep, rate } }: { card: Card }) {
  if (!conflict) return null;
  const { wish, given } = conflict;
  return (
    <Suspense>
      <RatingConflict
        key={wish.criterion}
        label={criteria.find(({ key }) => key === wish.criterion)?.label ?? ''}
        given={given}
        wanted={wish.score}
        onKeep={keep}
        onRate={() => void rate({ ...wish, seen: given.score })}
      />
    </Suspense>
  );
}
