import { expect, it } from 'vitest';
import { funnelOf } from './funnel.ts';

it('begins with all sources, and marks those with few applications', () => {
  const line = (source: string, applications: number) => ({
    source,
    applications,
    confirmed: 9,
    reached_interview: 3,
    reached_accepted: 1,
  });
  const answer = {
    total: 39,
    confirmed: 18,
    reached_interview: 6,
    reached_accepted: 2,
    per_day: [],
    by_status: {},
    by_source: [line('direct', 20), line('podcast', 19)],
    to_review: { count: 0, median: null, ninetieth: null },
    to_decision: { count: 0, median: null, ninetieth: null },
  };
  expect(funnelOf(answer, 'All')).toEqual([
    { source: 'All', applied: 39, reached: [18, 6, 2], isSmallSample: false },
    { source: 'direct', applied: 20, reached: [9, 3, 1], isSmallSample: false },
    { source: 'podcast', applied: 19, reached: [9, 3, 1], isSmallSample: true },
  ]);
});
