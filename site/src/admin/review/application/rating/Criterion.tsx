import { startTransition, useId, useOptimistic, type RefObject } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { fill, useWords } from '../../words.tsx';
import styles from '../ApplicationPanel.module.css';

const scores = [1, 2, 3, 4, 5];

interface Props {
  /** Takes the lowest score, for the command that leads here. */
  firstRef?: RefObject<HTMLInputElement | null> | undefined;
  label: string;
  mine: number | null;
  others: readonly string[];
  isOpen: boolean;
  onRate: (score: number | null) => Promise<void>;
}

/** One criterion: one's own score to choose, the others' beside it. */
export function Criterion({ firstRef, label, mine, others, isOpen, onRate }: Props) {
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
      {scores.map((score) => (
        <label key={score}>
          <input
            ref={score === 1 ? firstRef : undefined}
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
