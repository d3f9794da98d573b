import { plural } from '@solostead/contract/plural';
import { useNow } from './time.tsx';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const formatDays = (days: number) => plural(days, 'day');

/** From here on hours are formatted as days. */
const LONG_HOURS = 48;

/** Formats hours up to two days, then days. `longest` is the longest value next to it. */
export function formatHours(hours: number | null, longest = hours): string {
  if (hours === null) return 'none yet';
  if ((longest ?? hours) < LONG_HOURS) return `${Math.round(hours)} h`;
  const days = hours / 24;
  return formatDays(days < 10 ? Math.round(days * 10) / 10 : Math.round(days));
}

/** Formats a due date in whole days, rounded down. */
export function formatDue(dueAt: string, now: number): string {
  const left = Date.parse(dueAt) - now;
  const days = Math.floor(Math.abs(left) / DAY_MS);
  if (days === 0) return left < 0 ? 'overdue today' : 'due within a day';
  return left < 0 ? `${formatDays(days)} overdue` : `due in ${formatDays(days)}`;
}

/** Formats the time in a status in whole hours or days, as in '3 days'. */
export function formatTimeInStatus(since: string, now: number): string {
  const hours = Math.floor((now - Date.parse(since)) / HOUR_MS);
  const days = Math.floor(hours / 24);
  if (hours < 1) return 'new';
  return days < 1 ? `${hours} h` : formatDays(days);
}

/** The due date, marked when it is late. */
export function Due({ at }: { at: string }) {
  const now = useNow();
  return (
    <time
      dateTime={at}
      className={Date.parse(at) < now ? 'whitespace-nowrap text-danger font-semibold' : 'whitespace-nowrap'}
    >
      {formatDue(at, now)}
    </time>
  );
}
