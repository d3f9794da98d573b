import { fill, useWords } from '../words.tsx';
import { useNow } from './now.ts';
import styles from './due.module.css';

const DAY_MS = 86_400_000;

interface DueWords {
  readonly today: string;
  readonly inOneDay: string;
  readonly inDays: string;
  readonly overdueToday: string;
  readonly overdueOneDay: string;
  readonly overdueDays: string;
}

/** Formats a due date in whole days, rounded down. */
export function sayDue(dueAt: string, now: number, words: DueWords): string {
  const left = Date.parse(dueAt) - now;
  const days = Math.floor(Math.abs(left) / DAY_MS);
  const say = (today: string, one: string, many: string) =>
    days === 0 ? today : days === 1 ? one : fill(many, { count: days });
  return left < 0
    ? say(words.overdueToday, words.overdueOneDay, words.overdueDays)
    : say(words.today, words.inOneDay, words.inDays);
}

/** The due date, marked when it is late. */
export function Due({ at }: { at: string }) {
  const { due } = useWords();
  const now = useNow();
  return (
    <time dateTime={at} className={styles['due']} data-overdue={Date.parse(at) < now || undefined}>
      {sayDue(at, now, due)}
    </time>
  );
}
