import type { Content } from '../content/read/read-content.ts';
import { dollars } from '../ui/dollars.ts';
import styles from './StackTable.module.css';

/** Each layer with its tool and model, its cost and what went wrong, and the sum of the costs. */
export function StackTable({ columns, rows, all }: Content<'caseStudy'>['stack']) {
  return (
    <table className={styles['stack']}>
      <thead>
        <tr>
          {Object.entries(columns).map(([key, column]) => (
            <th key={key} scope="col" className="caption">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ layer, tool, cost, wrong }) => (
          <tr key={layer}>
            <th scope="row">{layer}</th>
            <td data-label={columns.tool}>{tool}</td>
            <td data-label={columns.cost}>{dollars(cost)}</td>
            <td data-label={columns.wrong}>{wrong}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {all}
          </th>
          <td colSpan={2}>{dollars(rows.reduce((sum, { cost }) => sum + cost, 0))}</td>
        </tr>
      </tfoot>
    </table>
  );
}
