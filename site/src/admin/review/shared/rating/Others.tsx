import { usePeople } from '../../kernel/people/use-people.ts';
import { phrase } from '../../kernel/words.ts';
import styles from './Rating.module.css';
import type { Score, Scored, Mark } from './scorecard.ts';

export const scores = [1, 2, 3, 4, 5];

/** The spread of the reviewers' scores as dots below each step, then names with scores. */
export function Others({ mine, others }: Scored<number>) {
  const describe = useDescribeScore();
  if (others.length === 0) return null;
  const all = [...(mine ? [mine] : []), ...others].map(({ value }) => value);
  const [lowest, highest] = [Math.min(...all), Math.max(...all)];
  return (
    <div className={styles['others']}>
      <div className={styles['spread']} aria-hidden="true">
        {scores.map((score) => (
          <span key={score} data-within={(score >= lowest && score <= highest) || undefined}>
            {others
              .filter(({ value }) => value === score)
              .map(({ reviewer }) => (
                <i key={reviewer} />
              ))}
          </span>
        ))}
      </div>
      <p className={`small wrap-anywhere ${styles['quiet']}`}>
        <b>{lowest === highest ? `all ${lowest}` : `${lowest} to ${highest}`}</b>
        <span>{`: ${others.map(describe).join(', ')}`}</span>
      </p>
    </div>
  );
}

/** Returns a function for the words of a score, such as 'Ada 4' or 'Ada yes, first no'. */
export function useDescribeScore() {
  const { nameOf } = usePeople();
  return ({ reviewer, email, value, mark }: Score<number | boolean>): string => {
    const who = nameOf(reviewer, email);
    const score = typeof value === 'number' ? value : value ? 'yes' : 'no';
    return mark ? phrase`${who} ${score}, ${formatMark(mark)}` : phrase`${who} ${score}`;
  };
}

/** Returns the words for the first score, such as 'first 2' or 'first yes', or that there was none. */
export function formatMark({ first }: Mark<number | boolean>): string {
  if (first === null) return 'after seeing others’';
  return `first ${first === true ? 'yes' : first === false ? 'no' : first}`;
}
