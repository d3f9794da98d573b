import { sayCount, sayShare } from '../../kernel/format/number.ts';
import { fill, useWords } from '../../kernel/words.tsx';
import type { Clock, Hours, NumbersAnswer } from './queries.ts';
import styles from './Numbers.module.css';

/** From here on hours are said as days. */
const LONG_HOURS = 48;

const few = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Formats hours up to two days, then days. `longest` is the longest value next to it. */
function useSpan() {
  const { numbers } = useWords();
  return (hours: number | null, longest = hours) => {
    if (hours === null) return numbers.none;
    if ((longest ?? hours) < LONG_HOURS) return fill(numbers.hours, { count: Math.round(hours) });
    const days = hours / 24;
    return fill(numbers.days, { count: few.format(days < 10 ? days : Math.round(days)) });
  };
}

/** The main figures. The number of overdue ones is current, whatever the range of days. */
export function Figures({ answer, clock }: { answer: NumbersAnswer; clock: Clock | undefined }) {
  const { numbers } = useWords();
  const span = useSpan();
  const median = ({ median: hours, ninetieth }: Hours) => span(hours, ninetieth);
  const within = ({ ninetieth }: Hours) =>
    ninetieth === null ? '' : fill(numbers.median, { ninetieth: span(ninetieth) });
  const figures = [
    [numbers.total, sayCount(answer.total), ''],
    [numbers.confirmed, sayShare(answer.confirmed, answer.total), sayCount(answer.confirmed)],
    [numbers.toReview, median(answer.to_review), within(answer.to_review)],
    [
      numbers.toDecision,
      median(answer.to_decision),
      `${within(answer.to_decision)} ${numbers.decision}`.trim(),
    ],
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
