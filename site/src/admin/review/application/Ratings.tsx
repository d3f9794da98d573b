import { startTransition, useId, useOptimistic } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { call } from '../data/call.ts';
import type { Whole } from '../data/shapes.ts';
import { useRefresh, useReport } from '../data/useReport.ts';
import { useMe } from '../me.tsx';
import { fill, useWords } from '../words.tsx';
import styles from './ApplicationPanel.module.css';

const SCORES = [1, 2, 3, 4, 5];

/** Everyone's scores by criterion; one's own can be set. */
export function Ratings({ whole: { row, criteria, ratings } }: { whole: Whole }) {
  const { application } = useWords();
  const { user_id: myId, mayReview } = useMe();
  const [report, refresh] = [useReport(), useRefresh()];
  const rate = async (criterion: string, score: number | null) => {
    try {
      await call('review_rate', { application_id: row.id, criterion, score });
    } catch (cause) {
      report(cause);
    }
    await refresh();
  };
  return (
    <div>
      <h4>{application.rating}</h4>
      <p className={styles['quiet']}>
        {row.rating > 0 ? fill(application.ratingMean, { mean: row.rating.toFixed(1) }) : application.unrated}
      </p>
      <div className={styles['ratings']}>
        {criteria.map(({ key, label }) => {
          const scores = ratings.filter(({ criterion }) => criterion === key);
          return (
            <Criterion
              key={key}
              label={label}
              mine={scores.find(({ reviewer }) => reviewer === myId)?.score ?? null}
              others={scores
                .filter(({ reviewer }) => reviewer !== myId)
                .map(({ email, score }) => fill(application.others, { email, score }))}
              isOpen={mayReview}
              onRate={(score) => rate(key, score)}
            />
          );
        })}
      </div>
    </div>
  );
}

interface CriterionProps {
  label: string;
  mine: number | null;
  others: readonly string[];
  isOpen: boolean;
  onRate: (score: number | null) => Promise<void>;
}

function Criterion({ label, mine, others, isOpen, onRate }: CriterionProps) {
  const { application } = useWords();
  const name = useId();
  const [shown, show] = useOptimistic(mine);
  const choose = (score: number | null) =>
    startTransition(async () => {
      show(score);
      await onRate(score);
    });
  return (
    <fieldset className={styles['rating']} disabled={!isOpen}>
      <legend>{label}</legend>
      {SCORES.map((score) => (
        <label key={score}>
          <input
            type="radio"
            name={name}
            aria-label={`${label}: ${fill(application.score, { score })}`}
            checked={shown === score}
            onChange={() => choose(score)}
          />
          {score}
        </label>
      ))}
      {shown !== null && (
        <Button look="text" aria-label={`${application.clearScore} ${label}`} onClick={() => choose(null)}>
          {application.clearScore}
        </Button>
      )}
      {others.length > 0 && <span className={styles['quiet']}>{others.join(', ')}</span>}
    </fieldset>
  );
}
