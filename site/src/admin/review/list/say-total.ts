import type { ReviewCopy } from '../../../content/admin/review.ts';
import { sayCount } from '../format/number.ts';
import { fill } from '../words.tsx';

/** '1,000 applications'. */
export const sayTotal = (total: number, { count, countOne }: ReviewCopy['list']): string =>
  total === 1 ? countOne : fill(count, { count: sayCount(total) });
