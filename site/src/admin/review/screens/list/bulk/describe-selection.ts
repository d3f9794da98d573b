import { reviewLimits } from '@solostead/contract/review-limits';
import type { Amount } from '../../../kernel/data/use-counts.ts';
import { formatCount } from '../../../kernel/format/number.ts';
import { fill } from '../../../kernel/words.ts';
import type { Page, SelectedIds } from './selection.ts';

/**
 * Returns the numbers of a selection and a sentence with them. `hidden` counts those that are not on this page, `total`
 * is the number of matches of the filter.
 */
export function describeSelection(selected: SelectedIds, page: Page, total: Amount | undefined) {
  const isOver = selected.isAll && total?.isOver === true;
  const count = selected.isAll ? (total?.count ?? 0) : selected.ids.size;
  const hidden = selected.isAll ? 0 : count - page.filter(({ id }) => selected.ids.has(id)).length;
  const sentence = selected.isAll
    ? isOver
      ? 'All that match selected, over {count}'
      : 'All {count} selected'
    : '{count} selected';
  const isTooMany = isOver || count > reviewLimits.changedApplications;
  return { isTooMany, count, hidden, summary: fill(sentence, { count: formatCount(count) }) };
}
