import { memo } from 'react';
import type { Column } from '../../../route/view.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { MoveButton } from '../../moves/MoveButton.tsx';
import { fill } from '../../kernel/words.ts';
import { Applicant } from './Applicant.tsx';
import { cells } from './columns.tsx';
import type { RowLinks } from '../../kernel/rows/row-links.ts';
import styles from './ApplicationTable.module.css';

/** The parts shared by all rows. Its functions are stable between renders. */
export interface RowDoing {
  readonly shown: readonly Column[];
  readonly addressOf: (id: string) => string;
  readonly onOpen: (id: string) => void;
  readonly onStand: (id: string) => void;
  readonly onToggle: (id: string) => void;
  readonly links: RowLinks;
}

interface Props {
  row: Row;
  isCurrent: boolean;
  isOpen: boolean;
  isSelected: boolean;
  doing: RowDoing;
}

/** A row of the list, memoised by its application and state. */
export const ApplicationRow = memo(function ApplicationRow(props: Props) {
  const { row, isCurrent, isOpen, isSelected, doing } = props;
  const { mayReview } = useMe();
  return (
    // The current row follows the focus by Tab or pointer.
    <tr
      onFocus={() => doing.onStand(row.id)}
      data-current={isCurrent || undefined}
      aria-current={isOpen ? 'true' : undefined}
    >
      {mayReview && (
        <td data-column="select">
          <label className={styles['box']}>
            <input
              type="checkbox"
              aria-label={fill('Select {name}', { name: row.name })}
              checked={isSelected}
              onChange={() => doing.onToggle(row.id)}
            />
          </label>
        </td>
      )}
      <td data-column="name">
        <Applicant row={row} addressOf={doing.addressOf} onOpen={doing.onOpen} links={doing.links} />
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
