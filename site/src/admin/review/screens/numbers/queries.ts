import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '../../kernel/data/call.ts';
import { changing } from '../../kernel/data/queries.ts';

/** Hours from submission, the median and the ninetieth percentile. */
const hours = z.object({ median: z.nullable(z.number()), ninetieth: z.nullable(z.number()) });

export type Hours = z.output<typeof hours>;

/** `day` is YYYY-MM-DD in the lab's time zone. */
const dayCount = z.object({ day: z.string(), applications: z.number(), confirmed: z.number() });

export type DayCount = z.output<typeof dayCount>;

/** `reached_…` counts all that ever reached the stage. */
const sourceCount = z.object({
  source: z.string(),
  applications: z.number(),
  confirmed: z.number(),
  reached_interview: z.number(),
  reached_accepted: z.number(),
});

export const numbersAnswer = z.object({
  total: z.number(),
  confirmed: z.number(),
  per_day: z.array(dayCount),
  by_status: z.record(z.string(), z.number()),
  by_source: z.array(sourceCount),
  /** The declined ones by the reason that was chosen, in the order of the reasons. */
  by_reason: z.array(z.object({ reason: z.string(), label: z.string(), applications: z.number() })),
  reached_interview: z.number(),
  reached_accepted: z.number(),
  to_review: hours,
  to_decision: hours,
});

export type NumbersAnswer = z.output<typeof numbersAnswer>;

/** The applicants who wait for a first answer now. */
const clock = z.object({
  answer_days: z.number(),
  waiting: z.number(),
  soon: z.number(),
  overdue: z.number(),
  to_notify: z.number(),
});

export const clockQuery = queryOptions({
  queryKey: changing.clock,
  queryFn: () => call('review_promise', {}, clock),
  staleTime: 10_000,
});
