const twoDigits = (number: number) => String(number).padStart(2, '0');

/** A moment as a field for date and time holds it, in the reader's time zone: '2026-12-01T10:00'. */
export function asLocalTime(moment: Date): string {
  const day = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()].map(twoDigits).join('-');
  return `${day}T${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`;
}

/** What such a field holds as ISO 8601 in UTC; null when it is empty or no moment. */
export function fromLocalTime(value: string): string | null {
  const moment = new Date(value);
  return value === '' || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

/** The reader's time zone by its name: 'Europe/Berlin'. */
export const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
