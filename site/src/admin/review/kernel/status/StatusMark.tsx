import type { Status } from '../data/shapes/row.ts';
import { statusDisplay } from './status-display.ts';
import styles from './StatusMark.module.css';

/** A status in words with a mark that differs in shape, not only in colour. */
export function StatusMark({ status }: { status: Status }) {
  const { label, mark, tone } = statusDisplay[status];
  return (
    <span
      className={`inline-flex items-center gap-2 whitespace-nowrap ${styles['status']}`}
      data-mark={mark}
      data-tone={tone}
    >
      {label}
    </span>
  );
}
