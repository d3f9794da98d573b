import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/form/Field.tsx';
import { LAST_DAY } from '../../kernel/controls/DayFields.tsx';
import { call } from '../../kernel/data/call.ts';
import { phrase } from '../../kernel/words.ts';
import { statusDisplay } from '../../kernel/status/status-display.ts';
import { DayChart } from './DayChart.tsx';
import { Funnel } from './Funnel.tsx';
import { clockQuery, type Hours, type NumbersAnswer, numbersAnswer } from './queries.ts';
import { Loaded } from '../../kernel/states/Loaded.tsx';
import { formatHours } from '../../kernel/format/due.tsx';
import { mailingQuery } from '../../moves/mail/queries.ts';
import { dayIn } from '../../kernel/format/lab-time.ts';
import { dayAfter } from '../../kernel/format/time.tsx';
import { formatCount, formatShare } from '../../kernel/format/number.ts';
import styles from './Numbers.module.css';
import { serverNow } from '#supabase/clock.ts';

const spanNames = { '30': '30 days', '90': '90 days', '365': '1 year' } as const;

function lastDays(count: number, zone: string) {
  const to = dayIn(zone, serverNow());
  return { from: dayAfter(to, 1 - count), to };
}

/** An overview of a range of days, with the number of applications, the times to an answer and the sources. */
export default function Numbers() {
  return (
    <section aria-label="Numbers" className="stack gap-5 min-w-0">
      <Loaded query={useQuery(mailingQuery)} lines={10}>
        {({ time_zone: zone }) => <Overview key={zone} zone={zone} />}
      </Loaded>
    </section>
  );
}

/** The overview by the days of the lab's time zone. */
function Overview({ zone }: { zone: string }) {
  const [{ from, to }, setDays] = useState(() => lastDays(90, zone));
  const answer = useQuery({
    queryKey: ['numbers', from, to],
    queryFn: () => call('review_numbers', { from_day: from, to_day: to }, numbersAnswer),
    placeholderData: keepPreviousData,
    enabled: from !== '' && to !== '',
  });
  return (
    <>
      <div className={`cluster gap-x-4 gap-y-2 ${styles['days']}`}>
        <Field
          label="From"
          type="date"
          value={from}
          max={to}
          onChange={({ target }) => setDays({ from: target.value, to })}
        />
        <Field
          label="To"
          type="date"
          value={to}
          min={from}
          max={LAST_DAY}
          onChange={({ target }) => setDays({ from, to: target.value })}
        />
        {Object.entries(spanNames).map(([count, label]) => (
          <Button key={count} look="text" onClick={() => setDays(lastDays(Number(count), zone))}>
            {label}
          </Button>
        ))}
        <p className={`small ${styles['quiet']}`}>{phrase`Days of the lab’s time zone, ${zone}.`}</p>
      </div>
      <Loaded query={answer} lines={10}>
        {(there) => <Answer answer={there} />}
      </Loaded>
    </>
  );
}

function Answer({ answer }: { answer: NumbersAnswer }) {
  if (answer.total === 0) return <p>No applications in these days.</p>;
  return (
    <>
      <Figures answer={answer} />
      <DayChart days={answer.per_day} />
      <div className={`stack gap-6 ${styles['pair']}`}>
        <Bars
          title="By status"
          kind="Status"
          bars={Object.entries(statusDisplay).map(([status, { label }]) => [
            label,
            answer.by_status[status] ?? 0,
          ])}
        />
        <Funnel answer={answer} />
      </div>
      {answer.by_reason.some(({ applications }) => applications > 0) && (
        <div className={`stack gap-6 ${styles['pair']}`}>
          <Bars
            title="Declined, by reason"
            kind="Reason"
            bars={answer.by_reason.map(({ label, applications }) => [label, applications])}
          />
        </div>
      )}
    </>
  );
}

interface BarsProps {
  title: string;
  /** The head of the first column. */
  kind: string;
  bars: readonly (readonly [label: string, count: number])[];
}

/** Counts of applications as horizontal bars. The bars are cells of the table, so drawing and table agree. */
function Bars({ title, kind, bars }: BarsProps) {
  const most = Math.max(1, ...bars.map(([, count]) => count));
  return (
    <figure className={`stack content-start gap-3 min-w-0 ${styles['chart']}`}>
      <figcaption className="cluster items-baseline justify-between gap-3">
        <h3 className="text-lg">{title}</h3>
      </figcaption>
      <table className={`text-sm tabular-nums w-full ${styles['table']}`}>
        <thead>
          <tr>
            <th scope="col">{kind}</th>
            <th scope="col" colSpan={2}>
              Applications
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map(([label, count]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className={styles['lane']} aria-hidden="true">
                <svg viewBox="0 0 100 10" preserveAspectRatio="none">
                  <rect data-fill="solid" width={(100 * count) / most} height="10" />
                </svg>
              </td>
              <td>{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** The main figures. The number of overdue ones is current, whatever the range of days. */
function Figures({ answer }: { answer: NumbersAnswer }) {
  const { data: now, isError } = useQuery(clockQuery);
  const median = ({ median: hours, ninetieth }: Hours) => formatHours(hours, ninetieth);
  const within = ({ ninetieth }: Hours) =>
    ninetieth === null ? '' : `Median; nine of ten within ${formatHours(ninetieth)}.`;
  const figures = [
    ['Applications', formatCount(answer.total), ''],
    ['Confirmed', formatShare(answer.confirmed, answer.total), formatCount(answer.confirmed)],
    ['To first review', median(answer.to_review), within(answer.to_review)],
    [
      'To decision',
      median(answer.to_decision),
      `${within(answer.to_decision)} A decision is to accept or to decline.`.trim(),
    ],
    [
      'Overdue now',
      now ? formatCount(now.overdue) : isError ? 'Not counted' : 'Counting…',
      now
        ? `${formatCount(now.waiting)} waiting, ${formatCount(now.soon)} due in 3 days (promised: ${formatHours(24 * now.answer_days)})`
        : '',
    ],
    [
      'To notify now',
      now ? formatCount(now.to_notify) : isError ? 'Not counted' : 'Counting…',
      'Decided, but not notified yet.',
    ],
  ] as const;
  return (
    <dl className={`stack ${styles['figures']}`}>
      {figures.map(([label, value, small]) => (
        <div key={label}>
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className={styles['figure']}>{value}</dd>
          {small && <dd className="small">{small}</dd>}
        </div>
      ))}
    </dl>
  );
}
