import { unbroken } from '#ui/unbroken.ts';
import { TableHead } from '../../kernel/controls/TableHead.tsx';
import { formatCount } from '../../kernel/format/number.ts';
import { gridLines, roundUp, stepsOf } from './steps.ts';
import type { DayCount } from './queries.ts';
import styles from './Numbers.module.css';

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

const [WIDTH, HEIGHT, LEFT, FOOT] = [800, 220, 64, 28];

/** Applications over time as columns with the confirmed share filled, and a table with the same data. */
export function DayChart({ days }: { days: readonly DayCount[] }) {
  const { isByWeek, steps } = stepsOf(days);
  const title = isByWeek ? 'Applications per week' : 'Applications per day';
  return (
    <figure className={`stack content-start gap-3 min-w-0 ${styles['chart']}`}>
      <figcaption className="cluster items-baseline justify-between gap-3">
        <h3 className="text-lg">{title}</h3>
        <p className={`cluster gap-4 text-xs ${styles['legend']}`}>
          <span data-fill="line">Applications</span>
          <span data-fill="solid">Confirmed</span>
        </p>
      </figcaption>
      <Columns steps={steps} title={title} />
      <details>
        <summary>As a table</summary>
        <table className={`text-sm tabular-nums w-full ${styles['table']}`}>
          <TableHead columns={[isByWeek ? 'Week from' : 'Day', 'Applications', 'Confirmed']} />
          <tbody>
            {steps.map(({ day, applications, confirmed }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                <td>{formatCount(applications)}</td>
                <td>{formatCount(confirmed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function Columns({ steps, title }: { steps: readonly DayCount[]; title: string }) {
  const most = roundUp(Math.max(...steps.map(({ applications }) => applications)));
  const width = (WIDTH - LEFT) / steps.length;
  const height = (value: number) => ((HEIGHT - FOOT - 20) * value) / most;
  const floor = HEIGHT - FOOT;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={title}
      className={`w-full ${styles['svg']}`}
    >
      {gridLines(most).map((value) => (
        <g key={value}>
          <line x1={LEFT} x2={WIDTH} y1={floor - height(value)} y2={floor - height(value)} />
          <text x={LEFT - 8} y={floor - height(value) + 4} textAnchor="end">
            {formatCount(value)}
          </text>
        </g>
      ))}
      {steps.map(({ day, applications, confirmed }, place) => {
        const x = LEFT + place * width + Math.min(1, width * 0.1);
        const wide = Math.max(width - Math.min(2, width * 0.2), 0.5);
        const bar = (fill: 'line' | 'solid', count: number) => (
          <rect data-fill={fill} x={x} width={wide} y={floor - height(count)} height={height(count)} />
        );
        return (
          <g key={day}>
            <title>{`${day}: ${formatCount(applications)}, ${formatCount(confirmed)}`}</title>
            {bar('line', applications)}
            {bar('solid', confirmed)}
          </g>
        );
      })}
      <Dates steps={steps} width={width} />
    </svg>
  );
}

/** The dates of the first, the middle and the last column. */
function Dates({ steps, width }: { steps: readonly DayCount[]; width: number }) {
  const marks = [0, Math.floor(steps.length / 2), steps.length - 1];
  return [...new Set(marks)].map((place) => (
    <text
      key={place}
      x={LEFT + (place + 0.5) * width}
      y={HEIGHT - 6}
      textAnchor={place === 0 ? 'start' : place === steps.length - 1 ? 'end' : 'middle'}
    >
      {unbroken(dayFormat.format(Date.parse(steps[place]!.day)))}
    </text>
  ));
}
