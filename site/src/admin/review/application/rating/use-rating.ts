import { useState } from 'react';
import { call } from '../../data/call.ts';
import { conflictDetail } from '../../data/review-error.ts';
import { type GivenScore, givenScore } from '../../data/shapes/change.ts';
import { useRefresh, useReport } from '../../data/use-report.ts';

/** One's own score on its way; `seen` is what the screen showed. Null: none. */
interface Wish {
  readonly criterion: string;
  readonly score: number | null;
  readonly seen: number | null;
}

/** Gives scores; when one gave another elsewhere, `conflict` holds both until one decides. */
export function useRating(applicationId: string) {
  const [report, refresh] = [useReport(), useRefresh()];
  const [conflict, setConflict] = useState<{ wish: Wish; given: GivenScore } | null>(null);
  const rate = async (wish: Wish) => {
    const { criterion, score, seen } = wish;
    setConflict(null);
    try {
      await call('review_rate', { application_id: applicationId, criterion, score, seen_score: seen });
    } catch (cause) {
      const given = conflictDetail(cause, givenScore);
      if (given) setConflict({ wish, given });
      else report(cause);
    }
    await refresh();
  };
  return { conflict, rate, keep: () => setConflict(null) };
}
