import { spellDay } from '@solostead/contract/day';
import { plural } from '@solostead/contract/plural';
import { unbroken } from '../ui/unbroken.ts';

const spellDays = (days: number) => (days === 0.5 ? 'half a day' : unbroken(plural(days, 'day')));

/** Returns the answer of `promise_figures` as a sentence, or null if the lab shows no figures. */
export function spellFigures(answer: Readonly<Record<string, unknown>>): string | null {
  const { percent_in_time: percent, median_days: days, counted_on: day } = answer;
  if (typeof percent !== 'number' || typeof days !== 'number' || typeof day !== 'string') return null;
  return (
    `In the last 90\u00a0days we answered ${percent}% of applications in time. Half of our answers came within ${spellDays(days)}. ` +
    `Counted on ${unbroken(spellDay(day))}.`
  );
}
