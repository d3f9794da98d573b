import { useMemo, type ReactNode } from 'react';
import type { Column } from '../../route/view.ts';
import type { ReviewCopy } from '../../../content/admin/review.ts';
import type { Row } from '../data/shapes/row.ts';
import { Due } from '../format/due.tsx';
import { When } from '../format/time.tsx';
import { useMe } from '../me.tsx';
import { MemberName } from '../people/MemberName.tsx';
import { MoveButton } from '../moves/MoveButton.tsx';
import { StatusMark } from '../states/StatusMark.tsx';
import { fill, useWords } from '../words.tsx';
import { Applicant } from './Applicant.tsx';
import type { RowLinks } from './row-links.ts';
import { column } from './table-features.ts';
import styles from './ApplicationTable.module.css';

interface Doing {
  shown: readonly Column[];
  addressOf: (id: string) => string;
  onOpen: (id: string) => void;
  links: RowLinks;
}

const selectColumn = (words: ReviewCopy) =>
  column.display({
    id: 'select',
    header: ({ table }) => (
      <label className={styles['box']}>
        <input
          type="checkbox"
          aria-label={words.list.selectPage}
          checked={table.getIsAllRowsSelected()}
          onChange={table.getToggleAllRowsSelectedHandler()}
        />
      </label>
    ),
    cell: ({ row }) => (
      <label className={styles['box']}>
        <input
          type="checkbox"
          aria-label={fill(words.list.selectRow, { name: row.original.name })}
          checked={row.getIsSelected()}
          onChange={row.getToggleSelectedHandler()}
        />
      </label>
    ),
  });

const moveColumn = (words: ReviewCopy) =>
  column.display({
    id: 'move',
    header: () => <span className="visually-hidden">{words.move.label}</span>,
    cell: ({ row: { original } }) => <MoveButton row={original} place="row" />,
  });

/** What each column that one may choose shows of an application. */
const cells: Readonly<Record<Column, (row: Row) => ReactNode>> = {
  sectors: ({ sectors }) => <span title={sectors}>{sectors}</span>,
  due: ({ due_at: at }) => at && <Due at={at} />,
  rating: ({ rating }) => (rating > 0 ? rating.toFixed(1) : ''),
  assignee: ({ assignee }) => assignee && <MemberName id={assignee} isDisc />,
  status: ({ status }) => <StatusMark status={status} />,
  created: ({ created_at: at }) => <When at={at} />,
  changed: ({ status_changed_at: at }) => <When at={at} />,
  source: ({ source }) => source,
};

/** What the list shows of each application. Stable while its makings are, as TanStack Table asks. */
export function useColumns({ shown, addressOf, onOpen, links }: Doing) {
  const words = useWords();
  const { mayReview } = useMe();
  const chosen = shown.join();
  return useMemo(() => {
    const all = [
      column.display({
        id: 'name',
        header: words.list.columns.name,
        cell: ({ row: { original } }) => <Applicant row={original} {...{ addressOf, onOpen, links }} />,
      }),
      ...(chosen.split(',') as Column[]).map((id) =>
        column.display({
          id,
          header: words.list.columns[id],
          cell: ({ row: { original } }) => cells[id](original),
        }),
      ),
    ];
    return column.columns(mayReview ? [selectColumn(words), ...all, moveColumn(words)] : all);
  }, [words, mayReview, chosen, addressOf, onOpen, links]);
}
