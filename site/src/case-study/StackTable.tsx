import type { Content } from '../content/read/read-content.ts';
import styles from './StackTable.module.css';

/** Layer, what ran it, whom it would have taken. */
export function StackTable({ columns, rows }: Content<'caseStudy'>['stack']) {
  return (
    <table className={styles['stack']}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className="caption">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([layer, tool, replaced]) => (
          <tr key={layer}>
            <th scope="row">{layer}</th>
            <td data-label={columns[1]}>{tool}</td>
            <td data-label={columns[2]}>{replaced}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
