import { useView } from '../../../route/use-view.ts';
import { arrangements, columns } from '../../../route/view.ts';
import { ViewLinks } from '../../../route/ViewLinks.tsx';
import type { Sort } from '../../../route/filter.ts';
import { Button } from '#ui/Button.tsx';
import { Check } from '../../kernel/controls/Check.tsx';
import { Choice } from '#ui/form/Choice.tsx';
import { useIsPhone } from '../../kernel/controls/Popover.tsx';
import { words } from '../../kernel/words.ts';
import { keepColumns, usualColumns } from '../../screens/list/columns.tsx';
import { orderNames, orderOf } from './orders.ts';
import styles from './ViewMenu.module.css';

/** The content of the menu, as a list or a board, the order and the columns. */
export default function ViewSettings({ onExport }: { onExport: () => void }) {
  const { view } = useView();
  const isPhone = useIsPhone();
  // A phone's rows have no room for a choice of columns.
  const hasColumns = view.screen === 'list' && !isPhone;
  return (
    <div className="stack justify-items-start gap-4 p-2 touch">
      <ViewLinks
        label="List or board"
        links={arrangements.map((screen) => ({
          to: { screen, after: null, open: null },
          label: words.screens[screen],
          isCurrent: screen === view.screen,
        }))}
      />
      <Order />
      {hasColumns && <Columns />}
      <Button look="text" onClick={onExport}>
        Export
      </Button>
    </div>
  );
}

/** The choice of columns, stored in this browser as the default, and in the address for saved views. */
function Columns() {
  const { view, go } = useView();
  const shown = view.columns ?? usualColumns();
  const toggle = (column: (typeof columns)[number], isShown: boolean) => {
    const chosen = columns.filter((other) => (other === column ? isShown : shown.includes(other)));
    keepColumns(chosen);
    go({ columns: chosen }, 'replace');
  };
  return (
    <fieldset className={`stack unframed ${styles['columns']}`}>
      <legend className="text-ink-soft">Columns</legend>
      {columns.map((column) => (
        <Check
          key={column}
          label={words.columns[column]}
          checked={shown.includes(column)}
          disabled={shown.length === 1 && shown.includes(column)}
          onCheck={(checked) => toggle(column, checked)}
        />
      ))}
    </fieldset>
  );
}

/** The order. Sorting by due date includes the filter for waiting applications. */
function Order() {
  const { view, go } = useView();
  const chosen = orderOf(view);
  const choose = (key: string) => {
    const sort = key.replace(/^-/, '') as Sort;
    const descending = key.startsWith('-');
    const { due = 'waiting' } = view.filter;
    go({ sort, descending, ...(sort === 'due' && { filter: { ...view.filter, due } }), after: null });
  };
  return (
    <Choice
      label="Order"
      value={chosen}
      onChange={({ target }) => choose(target.value)}
      options={Object.entries(orderNames)}
    />
  );
}
