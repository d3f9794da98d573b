import type { NumbersAnswer } from './queries.ts';

/** Fewer applications than this say little about a rate. */
const SMALL_SAMPLE = 20;

/** The lines of the funnel, all sources together first. */
export function funnelOf(answer: NumbersAnswer, allSources: string) {
  const { total, confirmed, reached_interview, reached_accepted } = answer;
  const all = { source: allSources, applications: total, confirmed, reached_interview, reached_accepted };
  return [all, ...answer.by_source].map((line) => ({
    source: line.source,
    applied: line.applications,
    /** The number that were confirmed, interviewed and accepted. */
    reached: [line.confirmed, line.reached_interview, line.reached_accepted],
    isSmallSample: line.applications < SMALL_SAMPLE,
  }));
}
