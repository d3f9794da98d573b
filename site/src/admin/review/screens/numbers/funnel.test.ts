import { expect, it } from 'vitest';
import { funnelOf } from './Funnel.tsx';
import type { NumbersAnswer } from './queries.ts';

const line = (source: string, applications: number) => ({
  source,
  applications,
  confirmed: 3,
  reached_interview: 2,
  reached_accepted: 1,
});

it('begins with all sources, and marks those with fewer than 20 applications', () => {
  const answer = {
    ...{ total: 39, confirmed: 6, reached_interview: 4, reached_accepted: 2 },
    by_source: [line('a talk', 20), line('a friend', 19)],
  } as unknown as NumbersAnswer;
  expect(funnelOf(answer)).toEqual([
    { source: 'All', applied: 39, reached: [6, 4, 2], isSmallSample: false },
    { source: 'a talk', applied: 20, reached: [3, 2, 1], isSmallSample: false },
    { source: 'a friend', applied: 19, reached: [3, 2, 1], isSmallSample: true },
  ]);
});
