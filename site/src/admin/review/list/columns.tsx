import { useMemo, type MouseEvent } from 'react';
import type { ReviewCopy } from '../../../content/admin/review.ts';
import type { Row } from '../data/shapes/row.ts';
import { StatusMark } from '../states/StatusMark.tsx';
import { Due } from '../format/due.tsx';
import { Appointment, When } from '../format/time.tsx';
import { fill, useWords } from '../words.tsx';
import { useMe } from '../me.tsx';
import { MoveButton } from '../moves/MoveButton.tsx';
import { column } from './table-features.ts';
import styles from './ApplicationTable.module.css';

/** Tags that a row shows; the open application shows all of them. */
const TAGS = 4;

interface Doing {
  emailOf: (id: string) => string;
  addressOf: (id: string) => string;
  onOpen: (id: string) => void;
}

/** A click that the browser should not turn into a new tab or window. */
const isPlain = (event: MouseEvent) =>
  !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0;

const hasMarks = (row: Row) =>
  row.due_at ||
  !row.email_confirmed_at ||
  !row.linkedin ||
  row.archived_at ||
  row.email_bounced_at ||
  row.interview_at ||
  row.tags.length > 0;

function Applicant({ row, addressOf, onOpen }: { row: Row } & Pick<Doing, 'addressOf' | 'onOpen'>) {
  const words = useWords();
  const open = (event: MouseEvent) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    onOpen(row.id);
  };
  return (
    <>
      <a href={addressOf(row.id)} className={styles['name']} data-row={row.id} onClick={open}>
        {row.name}
      </a>
      <span className={styles['email']}>{row.email}</span>
      <span className={styles['state']}>
        <StatusMark status={row.status} />
      </span>
      {hasMarks(row) && (
        <span className={styles['marks']}>
          {row.due_at && <Due at={row.due_at} />}
          {row.interview_at && (
            <span>
              {words.interview.label} <Appointment at={row.interview_at} />
            </span>
          )}
          {row.email_bounced_at && <span>{words.bounce.short}</span>}
          {!row.email_confirmed_at && <span>{words.list.unconfirmed}</span>}
          {!row.linkedin && <span>{words.list.noProfile}</span>}
          {row.archived_at && <span>{words.list.archived}</span>}
          {row.tags.slice(0, TAGS).map((tag) => (
            <span key={tag} className={styles['tag']}>
              {tag}
            </span>
          ))}
          {row.tags.length > TAGS && (
            <span>{fill(words.list.moreTags, { count: row.tags.length - TAGS })}</span>
          )}
        </span>
      )}
    </>
  );
}

const selectColumn = (words: ReviewCopy) =>
  column.display({
    id: 'select',
    header: ({ table }) => (
      <input
        type="checkbox"
        className={styles['box']}
        aria-label={words.list.selectPage}
        checked={table.getIsAllRowsSelected()}
        onChange={table.getToggleAllRowsSelectedHandler()}
      />
    ),
    cell: ({ row }) => (
      <input
        type="checkbox"
        className={styles['box']}
        aria-label={fill(words.list.selectRow, { name: row.original.name })}
        checked={row.getIsSelected()}
        onChange={row.getToggleSelectedHandler()}
      />
    ),
  });

const moveColumn = (words: ReviewCopy) =>
  column.display({
    id: 'move',
    header: () => <span className="visually-hidden">{words.move.label}</span>,
    cell: ({ row: { original } }) => <MoveButton row={original} place="row" />,
  });

/** What the list shows of each application. Stable while its makings are, as TanStack Table asks. */
export function useColumns({ emailOf, addressOf, onOpen }: Doing) {
  const words = useWords();
  const { mayReview } = useMe();
  return useMemo(() => {
    const { columns } = words.list;
    const shown = column.columns([
      column.accessor('name', {
        header: columns.name,
        cell: ({ row }) => <Applicant row={row.original} addressOf={addressOf} onOpen={onOpen} />,
      }),
      column.accessor('sectors', { header: columns.sectors }),
      column.accessor('status', {
        header: columns.status,
        cell: ({ getValue }) => <StatusMark status={getValue()} />,
      }),
      column.accessor('assignee', {
        header: columns.assignee,
        cell: ({ getValue }) => emailOf(getValue() ?? '') || '–',
      }),
      column.accessor('rating', {
        header: columns.rating,
        cell: ({ getValue }) => (getValue() > 0 ? getValue().toFixed(1) : '–'),
      }),
      column.accessor('source', { header: columns.source }),
      column.accessor('created_at', {
        id: 'created',
        header: columns.created,
        cell: ({ getValue }) => <When at={getValue()} />,
      }),
    ]);
    return mayReview ? column.columns([selectColumn(words), ...shown, moveColumn(words)]) : shown;
  }, [words, mayReview, emailOf, addressOf, onOpen]);
}
