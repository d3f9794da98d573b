import { useCallback, useMemo } from 'react';
import { useTable } from '@tanstack/react-table';
import type { Row, Sort, Status } from '../data/shapes.ts';
import { usePeople } from '../people/usePeople.ts';
import { fill, useWords } from '../words.tsx';
import type { ViewControl } from '../view/useView.ts';
import { viewQuery } from '../view/view.ts';
import { useColumns } from './columns.tsx';
import { SelectedIds } from './selection.ts';
import { SortHeader } from './SortHeader.tsx';
import { features } from './table-features.ts';
import styles from './ApplicationTable.module.css';

interface Props {
  rows: readonly Row[];
  control: ViewControl;
  /** Place of the row that the keyboard is at; -1 for none. */
  current: number;
  selected: SelectedIds;
  onSelect: (selected: SelectedIds) => void;
  onMove: (row: Row, to: Status) => void;
  /** Another page is on its way; these rows are of the last one. */
  isStale: boolean;
}

const sortable: Readonly<Record<string, Sort>> = { name: 'name', rating: 'rating', created: 'created' };

/** One page of applications. The database has filtered, ordered and cut it; the table selects and draws. */
export function ApplicationTable({ rows, control, current, selected, onSelect, onMove, isStale }: Props) {
  const words = useWords();
  const { view, go } = control;
  const { emailOf } = usePeople();
  const addressOf = useCallback(
    (id: string) => `${location.pathname}${viewQuery({ ...view, open: id })}`,
    [view],
  );
  const onOpen = useCallback((id: string) => go({ open: id }), [go]);
  const columns = useColumns({ emailOf, addressOf, onOpen, onMove });
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({
    features,
    columns,
    data,
    getRowId: (row) => row.id,
    state: { rowSelection: selected.recordAmong(rows) },
    onRowSelectionChange: (change) =>
      onSelect(SelectedIds.of(typeof change === 'function' ? change(selected.recordAmong(rows)) : change)),
  });

  return (
    <div className={styles['scroll']} data-stale={isStale || undefined}>
      <table className={styles['table']}>
        <caption className="visually-hidden">
          {fill(words.list.caption, { order: words.list.orders[view.sort] })}
        </caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const sort = sortable[header.column.id];
                return sort ? (
                  <SortHeader key={header.id} sort={sort} column={header.column.id} control={control}>
                    <table.FlexRender header={header} />
                  </SortHeader>
                ) : (
                  <th key={header.id} scope="col" data-column={header.column.id}>
                    <table.FlexRender header={header} />
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row, place) => (
            <tr
              key={row.id}
              data-current={place === current || undefined}
              aria-current={row.id === view.open ? 'true' : undefined}
              aria-selected={row.getIsSelected()}
            >
              {row.getAllCells().map((cell) => (
                <td key={cell.id} data-column={cell.column.id}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
