import type { Change } from '../../../kernel/data/shapes/change.ts';

/** Returns why a change leaves some applications as they were. */
export function whyLeft(change: Change): string {
  if ('status' in change) return 'The move is not allowed from where they are, or nothing would change.';
  if ('assignee' in change) return 'Nothing would change.';
  if ('remove_tag' in change) return 'The tag is not there.';
  return 'The tag is there already, or there are 20 others, which is the limit.';
}
