import type { Content } from '../content/read/read-content.ts';
import { dollars } from '../ui/dollars.ts';
import { workedMonth, type Rates } from './worked-month.ts';
import styles from './Agreement.module.css';

type Copy = Content<'agreement'>['month'];

const parts = ['revenue', 'fees', 'refunds', 'shared', 'builder', 'lab'] as const;

/** The label of a column, with its share where it is one. */
const headOf = (column: (typeof parts)[number], { columns }: Copy, rates: Rates) =>
  ({
    ...columns,
    fees: `${columns.fees}, ${rates.feePercent}%`,
    refunds: `${columns.refunds}, ${rates.refundPercent}%`,
    builder: `${columns.builder}, ${rates.builderPercent}%`,
    lab: `${columns.lab}, ${100 - rates.builderPercent}%`,
  })[column];

/** A month's revenue on its way to both sides, as a table that needs no script. The script adds a row that follows the range. */
export function Month({ builderPercent, ...copy }: Copy & { builderPercent: number }) {
  const { title, text, feePercent, refundPercent, rows, range } = copy;
  const rates = { feePercent, refundPercent, builderPercent };
  const months = [...rows, range.start];
  return (
    <section className={styles['month']} aria-labelledby="month-title">
      <h2 id="month-title">{title}</h2>
      <p className={styles['soft']}>{text}</p>
      <table data-rates={JSON.stringify(rates)}>
        <thead>
          <tr>
            {parts.map((column) => (
              <th key={column} scope="col" className="caption">
                {headOf(column, copy, rates)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((revenue, row) => (
            <tr key={row} data-own-month={row === rows.length || undefined} hidden={row === rows.length}>
              {parts.map((column) => (
                <td key={column} data-label={headOf(column, copy, rates)} data-part={column}>
                  {dollars(workedMonth(revenue, rates)[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <label className={styles['range']} hidden data-month-range>
        <span>{range.label}</span>
        <input type="range" min={range.least} max={range.most} step={range.step} defaultValue={range.start} />
      </label>
    </section>
  );
}
