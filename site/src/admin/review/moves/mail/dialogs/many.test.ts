import { applicationStatuses, statusFacts, type Status } from '@solostead/contract/statuses';
import { describe, expect, it } from 'vitest';
import { statusDisplay } from '../../../kernel/status/status-display.ts';
import { describeUnchanged } from './many.tsx';

const preview = (changed: number, unchanged: Partial<Record<Status, number>>) => ({
  changed,
  mailed: 0,
  unchanged: unchanged as Record<string, number>,
});

describe('a bulk move explains', () => {
  it.each<readonly [to: Status, changed: number, unchanged: Partial<Record<Status, number>>, text: string]>([
    ['declined', 3, {}, ''],
    ['declined', 2, { declined: 1 }, '1 of the 3 is already Declined and stays.'],
    ['accepted', 0, { accepted: 2 }, '2 of the 2 are already Accepted and stay.'],
    ['accepted', 1, { in_review: 1 }, '1 of the 2 stays in In review, because there is no move to Accepted.'],
    [
      'declined',
      1997,
      { withdrawn: 2, declined: 1 },
      '1 of the 2,000 is already Declined and stays. ' +
        '2 of the 2,000 stay in Withdrawn, because there is no move to Declined.',
    ],
  ])('to %s, of %i with %j: %s', (to, changed, unchanged, text) => {
    expect(describeUnchanged(to, preview(changed, unchanged))).toBe(text);
  });

  it.each(
    applicationStatuses.flatMap((to) =>
      applicationStatuses
        .filter((from) => !statusFacts[from].moves.includes(to))
        .map((from) => [from, to] as const),
    ),
  )('why %s stays at a move to %s', (from, to) => {
    const text = describeUnchanged(to, preview(1, { [from]: 1 }));
    expect(text).toMatch(/^1 of the 2 (is already|stays in) /);
    expect(text).toContain(statusDisplay[from].label);
  });
});
