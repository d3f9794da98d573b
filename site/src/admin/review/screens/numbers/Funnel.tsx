import { TableHead } from '../../kernel/controls/TableHead.tsx';
import { formatCount, formatShare } from '../../kernel/format/number.ts';
import styles from './Funnel.module.css';
import type { NumbersAnswer } from './queries.ts';
import numbers from './Numbers.module.css';

/** Fewer applications than this say little about a rate. */
const SMALL_SAMPLE = 20;

/** Returns the lines of the funnel, all sources together first. */
export function funnelOf({ by_source, total, ...reached }: NumbersAnswer) {
  return [{ ...reached, source: 'All', applications: total }, ...by_source].map((line) => ({
    source: line.source,
    applied: line.applications,
    reached: [line.confirmed, line.reached_interview, line.reached_accepted],
    isSmallSample: line.applications < SMALL_SAMPLE,
  }));
}

/** The number of applications of each source that reached each stage, as counts and as shares. */
export function Funnel({ answer }: { answer: NumbersAnswer }) {
  const lines = funnelOf(answer);
  const stages = ['Confirmed', 'Interview', 'Accepted'];
  return (
    <figure className={`stack content-start gap-3 min-w-0 ${numbers['chart']}`}>
      <figcaption className="cluster items-baseline justify-between gap-3">
        <h3 className="text-lg">Conversion by source</h3>
      </figcaption>
      <table className={`text-sm tabular-nums w-full ${numbers['table']} ${styles['funnel']}`}>
        <TableHead columns={['Source', 'Applied', ...stages]} />
        <tbody>
          {lines.map(({ source, applied, reached, isSmallSample }) => (
            <tr key={source} data-few={isSmallSample || undefined}>
              <th scope="row">
                <span>{source}</span>
                {isSmallSample && <small className="small">few</small>}
              </th>
              <td>{formatCount(applied)}</td>
              {reached.map((count, place) => (
                <td key={stages[place]}>
                  <span>{formatCount(count)}</span>{' '}
                  <small className="small">{formatShare(count, applied)}</small>
                  <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                    <rect data-fill="line" width="100" height="4" />
                    <rect data-fill="solid" width={applied === 0 ? 0 : (100 * count) / applied} height="4" />
                  </svg>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small">
        Shares of all applications, whatever their status is now. Few: fewer than 20 applied, so the shares
        mean little.
      </p>
    </figure>
  );
}
