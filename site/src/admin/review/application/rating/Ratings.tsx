import { Suspense, useRef } from 'react';
import { lazyScreen } from '../../../../ui/lazy/lazy-screen.tsx';
import { useCommands } from '../../commands/use-commands.ts';
import type { ApplicationDetail } from '../../data/shapes/application.ts';
import { useMe } from '../../me.tsx';
import { fill, useWords } from '../../words.tsx';
import styles from '../ApplicationPanel.module.css';
import { Criterion } from './Criterion.tsx';
import { useRating } from './use-rating.ts';

const RatingConflict = lazyScreen(() => import('./RatingConflict.tsx'));

/** Everyone's scores by criterion; one's own can be set. */
export function Ratings({
  applicationDetail: { row, criteria, ratings },
}: {
  applicationDetail: ApplicationDetail;
}) {
  const { application } = useWords();
  const { user_id: myId, mayReview } = useMe();
  const { conflict, rate, keep } = useRating(row.id);
  const first = useRef<HTMLInputElement>(null);
  useCommands([{ id: 'application.rate', run: () => first.current?.focus() }]);
  return (
    <div>
      <h4>{application.rating}</h4>
      <p className={styles['quiet']}>
        {row.rating > 0 ? fill(application.ratingMean, { mean: row.rating.toFixed(1) }) : application.unrated}
      </p>
      <div className={styles['ratings']}>
        {criteria.map(({ key, label }, place) => {
          const scores = ratings.filter(({ criterion }) => criterion === key);
          const mine = scores.find(({ reviewer }) => reviewer === myId)?.score ?? null;
          return (
            <Criterion
              key={key}
              firstRef={place === 0 ? first : undefined}
              label={label}
              mine={mine}
              others={scores
                .filter(({ reviewer }) => reviewer !== myId)
                .map(({ email, score }) => fill(application.others, { email, score }))}
              isOpen={mayReview}
              onRate={(score) => rate({ criterion: key, score, seen: mine })}
            />
          );
        })}
      </div>
      {conflict && (
        <Suspense>
          <RatingConflict
            label={criteria.find(({ key }) => key === conflict.wish.criterion)?.label ?? ''}
            given={conflict.given}
            wanted={conflict.wish.score}
            onKeep={keep}
            onRate={() => void rate({ ...conflict.wish, seen: conflict.given.score })}
          />
        </Suspense>
      )}
    </div>
  );
}
