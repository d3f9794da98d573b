import { spellDay, spellMoment } from '@solostead/contract/day';
import { unbroken } from './unbroken.ts';

/** A day as pages show it, such as 28 November 2026. */
export const showDay = (iso: string): string => unbroken(spellDay(iso));

/** A moment as pages show it, such as 28 November 2026 at 22:30 UTC. */
export const showMoment = (iso: string): string => unbroken(spellMoment(iso));
