import { useCallback, useMemo } from 'react';
import { useTable } from '@tanstack/react-table';
import { hrefOf } from '../../route/search.ts';
import type { Row, Sort } from '../data/shapes/row.ts';
import type { ViewControl } from '../view/use-view.ts';
import { fill, useWords } from '../words.tsx';
import { useColumns } from './columns.tsx';
import { usualColumns } from './columns-setting.ts';
import { SelectedIds } from './bulk/selection.ts';
import { SortHeader } from './SortHeader.tsx';
import { features } from './table-features.ts';
import type { Steps } from './use-steps.ts';
import styles from './ApplicationTable.module.css';

interface Props {
  rows: readonly Row[];
  control: ViewControl;
  steps: Steps;
  selected: SelectedIds;
  onSelect: (selected: SelectedIds) => void;
  /** Another page is on its way; these rows are of the last one. */
  isStale: boolean;
}

const sortable: Readonly<Record<string, Sort>> = {
  name: 'name',
  rating: 'rating',
  created: 'created',
  changed: 'changed',
  due: 'due',
};

function useApplicationTable({ rows, control: { view, go }, steps, selected, onSelect }: Props) {
  // The open application is no part of the others' addresses: opening one draws no other anew.
  const { screen, section, filter, sort, descending, columns: chosen, after } = view;
  const addressOf = useCallback(
    (id: string) => hrefOf({ screen, section, filter, sort, descending, columns: chosen, after, open: id }),
    [screen, section, filter, sort, descending, chosen, after],
  );
  const onOpen = useCallback((id: string) => go({ open: id }), [go]);
  const { links } = steps;
  const columns = useColumns({ shown: view.columns ?? usualColumns(), addressOf, onOpen, links });
  const data = useMemo(() => [...rows], [rows]);
  const rowSelection = selected.recordAmong(rows);
  return useTable({
    features,
    columns,
    data,
    getRowId: (row) => row.id,
    state: { rowSelection },
    onRowSelectionChange: (change) =>
      onSelect(SelectedIds.of(typeof change === 'function' ? change(rowSelection) : change)),
  });
}

/** One page of applications. The database has filtered, ordered and cut it; the table selects and draws. */
export function ApplicationTable(props: Props) {
  const { control, steps, isStale } = props;
  const words = useWords();
  const table = useApplicationTable(props);
  const caption = fill(words.list.caption, { order: words.list.orders[control.view.sort] });
  return (
    <div className={styles['scroll']} data-stale={isStale || undefined}>
      <table className={styles['table']}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <SortHeader
                  key={header.id}
                  sort={sortable[header.column.id]}
                  column={header.column.id}
                  control={control}
                >
                  <table.FlexRender header={header} />
                </SortHeader>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row, place) => (
            // Where the focus goes by Tab or pointer, one stands; nothing here is pressed.
            <tr
              key={row.id}
              onFocus={() => steps.standAt(row.id)}
              data-current={place === steps.current || undefined}
              aria-current={row.id === control.view.open ? 'true' : undefined}
            >
              {row.getAllCells().map((cell) => {
                const content = <table.FlexRender cell={cell} />;
                return (
                  <td key={cell.id} data-column={cell.column.id}>
                    {content}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
