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
  const { criteria, overall, conflict, mayScore, rate } = scorecard;
  const first = useRef<HTMLInputElement>(null);
  useCommands([{ id: 'application.rate', run: () => first.current?.focus() }]);
  return (
    <div>
      <h4>Rating</h4>
      <p className="small breaks" role="status">
        <State {...scorecard} rating={detail.row.rating} />
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
      {conflict && (
        <Suspense>
          <RatingConflict
            key={conflict.wish.criterion}
            label={criteria.find(({ key }) => key === conflict.wish.criterion)?.label ?? ''}
            given={conflict.given}
            wanted={conflict.wish.score}
            onKeep={scorecard.keep}
            onRate={() => void rate({ ...conflict.wish, seen: conflict.given.score })}
          />
        </Suspense>
      )}
    </div>
  );
}

type StateProps = Pick<
  ReturnType<typeof useScorecard>,
  'seesOthers' | 'given' | 'needed' | 'mayScore' | 'criteria'
> & { readonly rating: number };

/** The mean, or why it is not shown. */
function State({ seesOthers, given, needed, mayScore, rating }: StateProps) {
  if (!seesOthers)
    return mayScore ? fill(words.scoresHidden, { given, needed }) : words.scoresHiddenToReaders;
  return rating > 0 ? `${rating.toFixed(1)} on average` : 'Not rated yet';
}
