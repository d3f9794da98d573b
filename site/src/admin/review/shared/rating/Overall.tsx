import { useId } from 'react';
import { Button } from '#ui/Button.tsx';
import { phrase } from '../../kernel/words.ts';
import { formatMark, useDescribeScore } from './Others.tsx';
import styles from './Rating.module.css';
import type { Scored } from './scorecard.ts';

interface Props {
  overall: Scored<boolean>;
  onAnswer: (answer: boolean | null) => void;
}

/** The reviewer's overall answer, and below it the number of others who agree. */
export function Overall({ overall: { mine, others }, onAnswer }: Props) {
  const group = useId();
  const describe = useDescribeScore();
  const describeAnswer = (answer: boolean) => (answer ? 'Yes' : 'No');
  const all = [...(mine ? [mine] : []), ...others];
  const yes = all.filter(({ value }) => value).length;
  return (
    <fieldset className={`stack items-center min-w-0 unframed ${styles['criterion']}`}>
      <legend>Overall</legend>
      <div className={styles['steps']}>
        {[true, false].map((answer) => (
          <label
            key={String(answer)}
            className={`stack framed relative tabular-nums text-xs ${styles['step']}`}
            data-wide=""
          >
            <input
              type="radio"
              name={group}
              aria-label={phrase`Overall: ${describeAnswer(answer)}`}
              checked={mine?.value === answer}
              onChange={() => onAnswer(answer)}
            />
            <span aria-hidden="true">{describeAnswer(answer)}</span>
          </label>
        ))}
      </div>
      <p className={`stack items-center text-xs ${styles['anchor']}`}>
        {mine?.mark && <em className="text-ink-soft">{formatMark(mine.mark)}</em>}
        {mine && (
          <Button look="text" aria-label="Clear yes or no" onClick={() => onAnswer(null)}>
            Clear
          </Button>
        )}
      </p>
      {others.length > 0 && (
        <p className={`small wrap-anywhere ${styles['quiet']} ${styles['others']}`}>
          <b>{`${yes} yes, ${all.length - yes} no`}</b>
          <span>{`: ${others.map(describe).join(', ')}`}</span>
        </p>
      )}
    </fieldset>
  );
}
