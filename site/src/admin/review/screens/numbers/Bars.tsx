import { sayCount } from '../../kernel/format/number.ts';
import styles from './Numbers.module.css';

interface Props {
  title: string;
  /** The first names the bars, the others what is counted. */
  head: readonly [string, ...string[]];
  bars: readonly { readonly label: string; readonly value: number; readonly more?: readonly number[] }[];
}

/** Counts as horizontal bars. The drawing is the table itself, so both are equal. */
export function Bars({ title, head, bars }: Props) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <figure className={`stack gap-3 shrinks ${styles['chart']}`}>
      <figcaption>
        <h3>{title}</h3>
      </figcaption>
      <table className={`text-sm full ${styles['table']}`}>
        <thead>
          <tr>
            {head.map((label, place) => (
              <th key={label} scope="col" colSpan={place === 1 ? 2 : 1}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, value, more = [] }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className={styles['lane']} aria-hidden="true">
                <svg viewBox="0 0 100 10" preserveAspectRatio="none">
                  <rect data-fill="solid" width={(100 * value) / most} height="10" />
                </svg>
              </td>
              <td>{sayCount(value)}</td>
              {more.map((count, place) => (
                <td key={head[place + 2]}>{sayCount(count)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
