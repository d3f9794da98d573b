import { keepText, keptText } from '../../../../ui/keep-text.ts';
import { columns, type Column } from '../../../route/view.ts';

const SETTING = 'solostead.review.columns';

const first: readonly Column[] = ['sectors', 'due', 'rating', 'assignee', 'status', 'created'];

/** Returns the columns last chosen in this browser, or the defaults. */
export function usualColumns(): readonly Column[] {
  const kept = keptText('localStorage', SETTING)?.split(',');
  return kept ? columns.filter((column) => kept.includes(column)) : first;
}

export const keepColumns = (chosen: readonly Column[]) => keepText('localStorage', SETTING, chosen.join(','));
