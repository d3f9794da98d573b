import { memo } from 'react';
import type { Column } from '../../route/view.ts';
import type { Row } from '../data/shapes/row.ts';
import { useMe } from '../me.tsx';
import { MoveButton } from '../moves/MoveButton.tsx';
import { fill, useWords } from '../words.tsx';
import { Applicant } from './Applicant.tsx';
import { cells } from './columns.tsx';
import type { RowLinks } from './row-links.ts';
import styles from './ApplicationTable.module.css';

/** What is the same for every row; its functions are the same at every drawing. */
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

/** One application of the list; drawn anew when it is another or stands otherwise. */
export const ApplicationRow = memo(function ApplicationRow(props: Props) {
  const { row, isCurrent, isOpen, isSelected, doing } = props;
  const { list } = useWords();
  const { mayReview } = useMe();
  return (
    // Where the focus goes by Tab or pointer, one stands; nothing here is pressed.
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
              aria-label={fill(list.selectRow, { name: row.name })}
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
