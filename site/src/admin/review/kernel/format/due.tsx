import { useNow } from './now.ts';
import styles from './due.module.css';

const DAY_MS = 86_400_000;

/** Formats a due date in whole days, rounded down. */
export function sayDue(dueAt: string, now: number): string {
  const left = Date.parse(dueAt) - now;
  const days = Math.floor(Math.abs(left) / DAY_MS);
  if (days === 0) return left < 0 ? 'overdue today' : 'due within a day';
  const span = days === 1 ? '1 day' : `${days} days`;
  return left < 0 ? `${span} overdue` : `due in ${span}`;
}

/** The due date, marked when it is late. */
export function Due({ at }: { at: string }) {
  const now = useNow();
  return (
    <time
      dateTime={at}
      className={`nowrap ${styles['due']}`}
      data-overdue={Date.parse(at) < now || undefined}
    >
      {sayDue(at, now)}
    </time>
  );
}
