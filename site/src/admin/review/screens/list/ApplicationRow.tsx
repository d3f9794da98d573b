import { memo, useMemo } from 'react';
import type { Column } from '../../../route/view.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { FewTags } from '../../kernel/controls/tags.tsx';
import { useMe } from '../../kernel/data/me.tsx';
import { MoveButton } from '../../moves/MoveButton.tsx';
import { phrase } from '../../kernel/words.ts';
import { cells } from './columns.tsx';
import type { RowLinks } from '../../shared/rows/row-links.ts';
import { Appointment } from '../../shared/person/Appointment.tsx';
import { openByPress } from '../../shared/rows/open-by-press.ts';
import { inPlace } from '../../../route/ViewLinks.tsx';
import styles from './ApplicationTable.module.css';

/** Returns the application of the row that contains this element. */
export const idOfRow = (within: Element): string => within.closest('tr')?.dataset['id'] ?? '';

/** The parts shared by all rows. Its functions are stable between renders. */
export interface RowDoing {
  readonly shown: readonly Column[];
  readonly addressOf: (id: string) => string;
  readonly onOpen: (id: string) => void;
  readonly links: RowLinks;
}

interface Props {
  row: Row;
  isCurrent: boolean;
  isOpen: boolean;
  isSelected: boolean;
  doing: RowDoing;
}

/** The table handles the changes of all rows. */
const ofTable = () => {};

/** A row of the list, memoised by its application and state. */
export const ApplicationRow = memo(function ApplicationRow(props: Props) {
  const { row, isCurrent, isOpen, isSelected, doing } = props;
  const { mayReview } = useMe();
  return (
    // The current row follows the focus by Tab or pointer. Keys use the link of its name.
    <tr
      {...openByPress(doing.addressOf(row.id), () => doing.onOpen(row.id))}
      data-id={row.id}
      data-current={isCurrent || undefined}
      aria-current={isOpen ? 'true' : undefined}
    >
      {mayReview && (
        <td data-column="select">
          <label className={`stack h-full ${styles['box']}`}>
            <input
              type="checkbox"
              aria-label={phrase`Select ${row.name}`}
              checked={isSelected}
              onChange={ofTable}
            />
          </label>
        </td>
      )}
      <td data-column="name">
        <Applicant row={row} doing={doing} />
      </td>
      {doing.shown.map((column) => (
        <td key={column} data-column={column}>
          {cells[column](row)}
        </td>
      ))}
      {mayReview && (
        <td data-column="move">
          <MoveButton row={row} place="row" />
        </td>
      )}
    </tr>
  );
});

/** The applicant in one line with name, address and notes about either. */
function Applicant({ row, doing: { addressOf, onOpen, links } }: Pick<Props, 'row' | 'doing'>) {
  const link = useMemo(() => links.keep(row.id), [links, row.id]);
  return (
    <div className={`row gap-3 h-full min-w-0 ${styles['applicant']}`}>
      <a
        ref={link}
        href={addressOf(row.id)}
        dir="auto"
        className={`text-ellipsis font-semibold plain ${styles['name']}`}
        title={row.name}
        onClick={inPlace(() => onOpen(row.id))}
      >
        {row.name}
      </a>
      <span className={`small text-ellipsis exact ${styles['email']}`} title={row.email}>
        {row.email}
      </span>
      <Marks row={row} />
    </div>
  );
}

function Marks({ row }: { row: Row }) {
  return (
    <span className={`cluster gap-2 flex-none ml-auto text-ink-soft ${styles['marks']}`}>
      {row.interview_at && (
        <span>
          Interview <Appointment at={row.interview_at} />
        </span>
      )}
      {row.email_bounced_at && <span className="text-danger font-semibold">Email bounces</span>}
      {!row.email_confirmed_at && <span>Not confirmed</span>}
      {!row.linkedin && <span>No profile</span>}
      {row.archived_at && <span>Archived</span>}
      <FewTags tags={row.tags} />
    </span>
  );
}
