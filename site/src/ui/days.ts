import { spellDay, spellMoment } from '@solostead/contract/day';

/** Returns a date that stays on one line, in a sentence too. */
export const unbroken = (date: string): string => date.replaceAll(' ', '\u00a0');

/** A day as pages show it, such as 28 November 2026. */
export const showDay = (iso: string): string => unbroken(spellDay(iso));

/** A moment as pages show it, such as 28 November 2026 at 22:30 UTC. */
export const showMoment = (iso: string): string => unbroken(spellMoment(iso));
