/** Returns a date that stays on one line, in a sentence too. */
export const unbroken = (date: string): string => date.replaceAll(' ', '\u00a0');
