import { sayCount, sayShare } from '../../kernel/format/number.ts';
import type { Clock, Hours, NumbersAnswer } from './queries.ts';
import styles from './Numbers.module.css';

/** From here on hours are said as days. */
const LONG_HOURS = 48;

const few = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Formats hours up to two days, then days. `longest` is the longest value next to it. */
function useSpan() {
  return (hours: number | null, longest = hours) => {
    if (hours === null) return 'none yet';
    if ((longest ?? hours) < LONG_HOURS) return `${Math.round(hours)} h`;
    const days = hours / 24;
    return `${few.format(days < 10 ? days : Math.round(days))} days`;
  };
}

/** The main figures. The number of overdue ones is current, whatever the range of days. */
export function Figures({ answer, clock }: { answer: NumbersAnswer; clock: Clock | undefined }) {
  const span = useSpan();
  const median = ({ median: hours, ninetieth }: Hours) => span(hours, ninetieth);
  const within = ({ ninetieth }: Hours) =>
    ninetieth === null ? '' : `Median; nine of ten within ${span(ninetieth)}.`;
  const figures = [
    ['Applications', sayCount(answer.total), ''],
    ['Confirmed', sayShare(answer.confirmed, answer.total), sayCount(answer.confirmed)],
    ['To first review', median(answer.to_review), within(answer.to_review)],
    [
      'To decision',
      median(answer.to_decision),
      `${within(answer.to_decision)} A decision is to accept or to decline.`.trim(),
    ],
    [
      'Overdue now',
      clock ? sayCount(clock.overdue) : 'none yet',
      clock
        ? `of ${sayCount(clock.waiting)} who wait; ${sayCount(clock.soon)} due within 3 days (promised: ${span(24 * clock.answer_days)})`
        : '',
    ],
  ] as const;
  return (
    <dl className={styles['figures']}>
      {figures.map(([label, value, small]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={styles['figure']}>{value}</dd>
          {small && <dd className={`small ${styles['quiet']}`}>{small}</dd>}
        </div>
      ))}
    </dl>
  );
}
