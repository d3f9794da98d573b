import type { Terms } from '../schema/terms.ts';
import type { Named } from './fill.ts';

const spell = (count: number, unit: string) => (count === 1 ? `one ${unit}` : `${count} ${unit}s`);

/** Returns the terms as words for braces. `{answerDays}` is '10 days', `{retention.withdrawn}` 'one month'. */
export function termsWords({ answerDays, months }: Terms): Named {
  return {
    answerDays: spell(answerDays, 'day'),
    retention: Object.fromEntries(
      Object.entries(months).map(([outcome, count]) => [outcome, spell(count, 'month')]),
    ),
  };
}
