import { queryOptions } from '@tanstack/react-query';
import { type Decoded, fields, list, nullable, number, record, text } from '../../../../supabase/decode.ts';
import { call } from '../../kernel/data/call.ts';
import { changing } from '../../kernel/data/queries.ts';

/** Hours from submission with count, median and ninetieth percentile. */
const hours = fields({ count: number, median: nullable(number), ninetieth: nullable(number) });

export type Hours = Decoded<typeof hours>;

/** `day` is YYYY-MM-DD in UTC. */
const dayCount = fields({ day: text, applications: number, confirmed: number });

export type DayCount = Decoded<typeof dayCount>;

/** `reached_…` counts all that ever reached the stage. */
const sourceCount = fields({
  source: text,
  applications: number,
  confirmed: number,
  reached_interview: number,
  reached_accepted: number,
});

export const numbersAnswer = fields({
  total: number,
  confirmed: number,
  per_day: list(dayCount),
  by_status: record(number),
  by_source: list(sourceCount),
  reached_interview: number,
  reached_accepted: number,
  to_review: hours,
  to_decision: hours,
});

export type NumbersAnswer = Decoded<typeof numbersAnswer>;

/** The applicants who wait for a first answer now. */
const clock = fields({ answer_days: number, waiting: number, soon: number, overdue: number });

export type Clock = Decoded<typeof clock>;

export const clockQuery = queryOptions({
  queryKey: changing.clock,
  queryFn: () => call('review_clock', {}, clock),
  staleTime: 10_000,
});
