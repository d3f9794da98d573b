const format = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A day as emails and pages spell it, the same for every reader: in UTC. `iso` is ISO 8601. */
export const spellDay = (iso: string): string => format.format(Date.parse(iso));
