let format: Intl.DateTimeFormat | undefined;

/** Formats a day for emails and pages in UTC, the same for every reader. `iso` is ISO 8601. */
export function spellDay(iso: string): string {
  // Made when first needed: languages and calendars take 25 ms and 8 MB.
  format ??= new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return format.format(Date.parse(iso));
}
