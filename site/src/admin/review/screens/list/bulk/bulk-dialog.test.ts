import { expect, it } from 'vitest';
import { whyLeft } from './BulkDialog.tsx';

it.each([
  [{ status: 'declined' }, /^Their status does not allow the move/],
  [{ assignee: null }, /^Nothing would change\.$/],
  [{ add_tag: 'coast' }, /already have this tag, or they have 20 tags/],
  [{ remove_tag: 'coast' }, /^They do not have this tag\.$/],
] as const)('explains why %j leaves some as they were', (change, why) => {
  expect(whyLeft(change)).toMatch(why);
});
