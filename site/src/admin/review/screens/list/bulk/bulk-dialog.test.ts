import { expect, it } from 'vitest';
import { whyLeft } from './BulkDialog.tsx';

it.each([
  [{ status: 'declined' }, /^The move is not allowed/],
  [{ assignee: null }, /^Nothing would change\.$/],
  [{ add_tag: 'coast' }, /there already, or there are 20 others/],
  [{ remove_tag: 'coast' }, /^The tag is not there\.$/],
] as const)('explains why %j leaves some as they were', (change, why) => {
  expect(whyLeft(change)).toMatch(why);
});
