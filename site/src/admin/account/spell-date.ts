const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** A moment as people write it, in their own time zone: 'Nov 20, 2026, 12:30 PM'. */
export const spellDate = (moment: string): string => format.format(new Date(moment));
