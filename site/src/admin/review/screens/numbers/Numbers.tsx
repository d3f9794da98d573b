import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { call } from '../../kernel/data/call.ts';
import { statusNames } from '../../kernel/names.ts';
import { Bars } from './Bars.tsx';
import { DayChart } from './DayChart.tsx';
import { Figures } from './Figures.tsx';
import { Funnel } from './Funnel.tsx';
import { clockQuery, type NumbersAnswer, numbersAnswer as numbersShape } from './queries.ts';
import { Loaded } from '../../kernel/states/Section.tsx';
import styles from './Numbers.module.css';

const spanNames = { '30': '30 days', '90': '90 days', '365': '1 year' } as const;

const DAY = 86_400_000;
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);
const lastDays = (count: number) => ({
  from: dayOf(Date.now() - (count - 1) * DAY),
  to: dayOf(Date.now()),
});

/** An overview of a range of days, with the number of applications, the times to an answer and the sources. */
export default function Numbers() {
  const [{ from, to }, setDays] = useState(() => lastDays(90));
  const answer = useQuery({
    queryKey: ['numbers', from, to],
    queryFn: () => call('review_numbers', { from_day: from, to_day: to }, numbersShape),
    placeholderData: keepPreviousData,
    enabled: from !== '' && to !== '',
  });
  return (
    <section aria-label="Numbers" className="stack gap-5 shrinks">
      <div className={`cluster gap-2-4 ${styles['days']}`}>
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
          // Without a last day the field has room for years of six digits, and is wider than the other.
          max="9999-12-31"
          onChange={({ target }) => setDays({ from, to: target.value })}
        />
        {Object.entries(spanNames).map(([count, label]) => (
          <Button key={count} look="text" onClick={() => setDays(lastDays(Number(count)))}>
            {label}
          </Button>
        ))}
        <p className={`small ${styles['quiet']}`}>Days are counted in UTC.</p>
      </div>
      <Loaded query={answer} lines={10}>
        {(there) => <Answer answer={there} />}
      </Loaded>
    </section>
  );
}

function Answer({ answer }: { answer: NumbersAnswer }) {
  const { data: clock } = useQuery(clockQuery);
  if (answer.total === 0) return <p>No applications in these days.</p>;
  const byStatus = Object.entries(statusNames).map(([status, label]) => ({
    label,
    value: answer.by_status[status] ?? 0,
  }));
  return (
    <>
      <Figures answer={answer} clock={clock} />
      <DayChart days={answer.per_day} />
      <div className={styles['pair']}>
        <Bars title="By status" head={['Status', 'Applications']} bars={byStatus} />
        <Funnel answer={answer} />
      </div>
    </>
  );
}
