import { useSyncExternalStore } from 'react';
import { serverNow } from '#supabase/clock.ts';
import { unbroken } from '#ui/unbroken.ts';

let now = serverNow();

function tick(onChange: () => void): () => void {
  now = serverNow();
  const timer = setInterval(() => {
    now = serverNow();
    onChange();
  }, 30_000);
  return () => clearInterval(timer);
}

/** The server's present time in milliseconds, updated every half minute. */
export const useNow = () => useSyncExternalStore(tick, () => now);

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const momentFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const spanFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const spans = [
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Returns the calendar days from `now` to a moment in the reader's time zone, negative in the past. */
const daysBetween = (now: number, moment: number) =>
  Math.round((new Date(moment).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / 86_400_000);

/** Formats a moment as 'now', '5 minutes ago', from 24 hours on 'yesterday' or '3 days ago', then the date. */
export function formatWhen(iso: string, now: number): string {
  const moment = Date.parse(iso);
  const span = moment - now;
  if (Math.abs(span) > 6 * 86_400_000) return unbroken(dayFormat.format(moment));
  if (Math.abs(span) >= 86_400_000) return spanFormat.format(daysBetween(now, moment), 'day');
  const [unit, length] = spans.find(([, length]) => Math.abs(span) >= length) ?? ['second', Infinity];
  return spanFormat.format(Math.trunc(span / length), unit);
}

/** Formats the day of a moment, such as '22 Nov 2026'. */
export const formatDay = (iso: string) => unbroken(dayFormat.format(Date.parse(iso)));
/** A moment to the minute, in the reader's time zone. */
export const formatMoment = (iso: string) => unbroken(momentFormat.format(Date.parse(iso)));

/** A relative time with the exact one in its tooltip. */
export function When({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {formatWhen(at, now)}
    </time>
  );
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** Formats a moment for a date and time field in the reader's time zone, as in '2026-12-01T10:00'. */
export function asLocalTime(moment: Date): string {
  const day = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()].map(twoDigits).join('-');
  return `${day}T${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`;
}

/** Converts such a field's value to ISO 8601 in UTC, or null if it is empty or invalid. */
export function fromLocalTime(value: string): string | null {
  const moment = new Date(value);
  return value === '' || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

/** The reader's time zone, such as 'Europe/Berlin'. */
export const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the day that is `count` days after a day, both as YYYY-MM-DD. */
export const dayAfter = (day: string, count: number) =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
