let format: Intl.DateTimeFormat | undefined;

/**
 * Formats the day of a date or a moment in ISO 8601 for emails and pages, the same for every reader. A moment's day is
 * that of its offset, which the database takes from the lab's time zone.
 */
export function spellDay(iso: string): string {
  // Made when first needed: languages and calendars take 25 ms and 8 MB.
  format ??= new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return format.format(Date.parse(iso.slice(0, 10)));
}

/** Formats a time in the same way, as "28 November 2026 at 22:30 UTC". */
export function spellMoment(iso: string): string {
  const utc = new Date(iso).toISOString();
  return `${spellDay(utc)} at ${utc.slice(11, 16)} UTC`;
}
