import { columns } from '../../../route/view.ts';
import type { ViewControl } from '../../../route/use-view.ts';
import { words } from '../../kernel/words.ts';
import { keepColumns, usualColumns } from '../../screens/list/columns.tsx';
import styles from './ViewMenu.module.css';

/** The choice of columns, stored in this browser as the default, and in the address for saved views. */
export function Columns({ control: { view, go } }: { control: ViewControl }) {
  const shown = view.columns ?? usualColumns();
  const toggle = (column: (typeof columns)[number], isShown: boolean) => {
    const chosen = columns.filter((other) => (other === column ? isShown : shown.includes(other)));
    keepColumns(chosen);
    go({ columns: chosen }, 'replace');
  };
  return (
    <fieldset className={`stack unframed ${styles['columns']}`}>
      <legend>Columns</legend>
      {columns.map((column) => (
        <label key={column} className="check">
          <input
            type="checkbox"
            checked={shown.includes(column)}
            disabled={shown.length === 1 && shown.includes(column)}
            onChange={({ target }) => toggle(column, target.checked)}
          />
          {words.columns[column]}
        </label>
      ))}
    </fieldset>
  );
}
