const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Formats a moment in the reader's time zone, such as 'Nov 20, 2026, 12:30 PM'. */
export const spellDate = (moment: string): string => format.format(new Date(moment));
