import { unbroken } from '#ui/unbroken.ts';

/** Returns a format of a time zone, or of UTC in a browser that does not know the zone. */
function formatOf(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  }
}

/** Formats an appointment in the lab's time zone with its name, such as 'Tue 1 Dec, 10:00 CET'. */
export const formatAppointment = (iso: string, zone: string): string =>
  unbroken(
    formatOf(zone, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    }).format(Date.parse(iso)),
  );

/** Returns the clock of a zone as if it were UTC's, in milliseconds. */
function clockOf(zone: string, moment: number): number {
  const format = formatOf(zone, {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  });
  const parts = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  );
  return Date.UTC(parts['year']!, parts['month']! - 1, parts['day'], parts['hour'], parts['minute']);
}

/** Formats a moment for a date and time field, as in '2026-12-01T10:00'. */
export const timeIn = (zone: string, moment: number): string =>
  new Date(clockOf(zone, moment)).toISOString().slice(0, 16);

/** Returns the day of a moment, as YYYY-MM-DD. */
export const dayIn = (zone: string, moment: number): string => timeIn(zone, moment).slice(0, 10);

/** Converts such a field's value to ISO 8601 in UTC, or null. A time that clocks skip becomes the one after the change. */
export function fromTimeIn(zone: string, value: string): string | null {
  const wanted = Date.parse(`${value}Z`);
  if (Number.isNaN(wanted)) return null;
  const minus = (moment: number) => wanted - (clockOf(zone, moment) - moment);
  const first = minus(wanted);
  const second = minus(first);
  return new Date(clockOf(zone, second) === wanted ? second : Math.max(first, second)).toISOString();
}
