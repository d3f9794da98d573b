import type { Status } from '../data/shapes/row.ts';
import { statusNames } from '../words.ts';
import styles from './StatusMark.module.css';

/** A status in words with a mark that differs in shape, not only in colour. */
export function StatusMark({ status }: { status: Status }) {
  return (
    <span className={`inline center gap-2 nowrap ${styles['status']}`} data-status={status}>
      {statusNames[status]}
    </span>
  );
}
