import { sayCount, sayShare } from '../format/number.ts';
import { fill, useWords } from '../words.tsx';
import type { Clock, Hours, NumbersAnswer } from '../data/shapes/numbers.ts';
import styles from './Numbers.module.css';

/** Hours as people say them: hours up to two days, then days. */
function useSpan() {
  const { numbers } = useWords();
  return (hours: number | null) => {
    if (hours === null) return numbers.none;
    return hours < 48
      ? fill(numbers.hours, { count: Math.round(hours) })
      : fill(numbers.days, { count: Math.round(hours / 24) });
  };
}

/** The figures that say the most; how many are overdue is of this moment, whatever the days. */
export function Figures({ answer, clock }: { answer: NumbersAnswer; clock: Clock | undefined }) {
  const { numbers } = useWords();
  const span = useSpan();
  const within = ({ ninetieth }: Hours) =>
    ninetieth === null ? '' : fill(numbers.median, { ninetieth: span(ninetieth) });
  const figures = [
    [numbers.total, sayCount(answer.total), ''],
    [numbers.confirmed, sayShare(answer.confirmed, answer.total), sayCount(answer.confirmed)],
    [numbers.toReview, span(answer.to_review.median), within(answer.to_review)],
    [numbers.toDecision, span(answer.to_decision.median), within(answer.to_decision)],
    [
      numbers.overdue,
      clock ? sayCount(clock.overdue) : numbers.none,
      clock
        ? fill(numbers.overdueOf, {
            waiting: sayCount(clock.waiting),
            soon: sayCount(clock.soon),
            days: span(24 * clock.answer_days),
          })
        : '',
    ],
  ] as const;
  return (
    <dl className={styles['figures']}>
      {figures.map(([label, value, small]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={styles['figure']}>{value}</dd>
          {small && <dd className={styles['quiet']}>{small}</dd>}
        </div>
      ))}
    </dl>
  );
}
