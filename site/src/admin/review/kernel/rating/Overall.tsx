import { useId } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { usePeople } from '../people/use-people.ts';
import { fill, useWords } from '../words.tsx';
import { useMarkWords } from './Others.tsx';
import styles from './Rating.module.css';
import type { Score, Scored } from './scorecard.ts';

interface Props {
  overall: Scored<boolean>;
  isOpen: boolean;
  onSay: (answer: boolean | null) => void;
}

/** The reviewer's overall answer, and below it the number of others who agree. */
export function Overall({ overall: { mine, others }, isOpen, onSay }: Props) {
  const { scorecard } = useWords();
  const group = useId();
  const { nameOf } = usePeople();
  const sayMark = useMarkWords();
  const sayAnswer = (answer: boolean) => (answer ? scorecard.yes : scorecard.no);
  const sayTheirs = ({ reviewer, email, value, mark }: Score<boolean>) => {
    const who = nameOf(reviewer, email);
    const score = sayAnswer(value).toLowerCase();
    return mark
      ? fill(scorecard.theirsMarked, { who, score, mark: sayMark(mark) })
      : fill(scorecard.theirs, { who, score });
  };
  const all = [...(mine ? [mine] : []), ...others];
  const yes = all.filter(({ value }) => value).length;
  return (
    <fieldset className={styles['criterion']} disabled={!isOpen}>
      <legend>{scorecard.overall}</legend>
      <div className={styles['steps']}>
        {[true, false].map((answer) => (
          <label key={String(answer)} className={styles['step']} data-wide="">
            <input
              type="radio"
              name={group}
              aria-label={fill(scorecard.overallLabel, { answer: sayAnswer(answer) })}
              checked={mine?.value === answer}
              onChange={() => onSay(answer)}
            />
            <span aria-hidden="true">{sayAnswer(answer)}</span>
          </label>
        ))}
      </div>
      <p className={styles['anchor']}>
        {mine?.mark && <span className={styles['mark']}>{sayMark(mine.mark)}</span>}
        {mine && isOpen && (
          <Button look="text" aria-label={scorecard.clearOverall} onClick={() => onSay(null)}>
            {scorecard.clear}
          </Button>
        )}
      </p>
      {others.length > 0 && (
        <p className={`${styles['quiet']} ${styles['others']}`}>
          <b>{fill(scorecard.counts, { yes, no: all.length - yes })}</b>
          {': '}
          {others.map(sayTheirs).join(', ')}
        </p>
      )}
    </fieldset>
  );
}
