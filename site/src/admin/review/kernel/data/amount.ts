import type { ReviewCopy } from '../../../../content/admin/review.ts';
import type { Amount } from './use-counts.ts';
import { fill } from '../words.tsx';
import { sayCount } from '../format/number.ts';

/** Returns '1,000', or 'over 10,000' if the total is unknown, or '' while nothing is known. */
export function sayAmount(amount: Amount | undefined, { over }: ReviewCopy['list']): string {
  if (!amount) return '';
  const count = sayCount(amount.count);
  return amount.isOver ? fill(over, { count }) : count;
}

/** '1,000 applications', 'over 10,000 applications'. */
export const sayTotal = (total: Amount, list: ReviewCopy['list']): string =>
  total.count === 1 && !total.isOver ? list.countOne : fill(list.count, { count: sayAmount(total, list) });
