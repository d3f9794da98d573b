import type { DayCount } from './queries.ts';

/** The maximum number of days drawn separately. More are drawn by week. */
const MAX_DAYS = 120;

/** Returns the days to draw, or weeks that begin on the first day. */
export function stepsOf(days: readonly DayCount[]) {
  if (days.length <= MAX_DAYS) return { isByWeek: false, steps: days };
  const steps: DayCount[] = [];
  for (let start = 0; start < days.length; start += 7) {
    const week = days.slice(start, start + 7);
    steps.push({
      day: week[0]!.day,
      applications: week.reduce((sum, { applications }) => sum + applications, 0),
      confirmed: week.reduce((sum, { confirmed }) => sum + confirmed, 0),
    });
  }
  return { isByWeek: true, steps };
}

/** Returns the next round number at or above `value`, 1, 2 or 5 times a power of ten. */
export function roundUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10) * power;
}

/** Returns the values of the grid lines below and at `most`. There is no half application. */
export const gridLines = (most: number) => [0, most / 2, most].filter(Number.isInteger);
