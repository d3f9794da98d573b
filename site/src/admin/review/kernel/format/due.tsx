import { useNow } from './time.tsx';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Formats a due date in whole days, rounded down. */
export function formatDue(dueAt: string, now: number): string {
  const left = Date.parse(dueAt) - now;
  const days = Math.floor(Math.abs(left) / DAY_MS);
  if (days === 0) return left < 0 ? 'overdue today' : 'due within a day';
  const span = days === 1 ? '1 day' : `${days} days`;
  return left < 0 ? `${span} overdue` : `due in ${span}`;
}

/** Formats the time in a status in whole hours or days, as in '3 days in Interview'. */
export function formatTimeInStatus(since: string, now: number, status: string): string {
  const hours = Math.floor((now - Date.parse(since)) / HOUR_MS);
  const days = Math.floor(hours / 24);
  if (hours < 1) return `new in ${status}`;
  if (days < 1) return `${hours} h in ${status}`;
  return days === 1 ? `1 day in ${status}` : `${days} days in ${status}`;
}

/** The due date, marked when it is late. */
export function Due({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} className={Date.parse(at) < now ? 'nowrap danger strong' : 'nowrap'}>
      {formatDue(at, now)}
    </time>
  );
}
