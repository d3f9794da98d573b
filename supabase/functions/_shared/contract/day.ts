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

/** Formats a time in the same way, as "28 November 2026 at 22:30 UTC". */
export function spellMoment(iso: string): string {
  return `${spellDay(iso)} at ${new Date(iso).toISOString().slice(11, 16)} UTC`;
}
