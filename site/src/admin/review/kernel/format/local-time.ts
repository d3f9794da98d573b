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
