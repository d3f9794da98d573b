import type { Amount } from './use-counts.ts';
import { phrase } from '../words.ts';
import { sayCount } from '../format/number.ts';

/** Returns '1,000', or 'over 10,000' if the total is unknown, or '' while nothing is known. */
export function sayAmount(amount: Amount | undefined): string {
  if (!amount) return '';
  const count = sayCount(amount.count);
  return amount.isOver ? phrase`over ${count}` : count;
}

/** '1,000 applications', 'over 10,000 applications'. */
export const sayTotal = (total: Amount): string =>
  total.count === 1 && !total.isOver ? '1 application' : phrase`${sayAmount(total)} applications`;
