import { useState } from 'react';
import { call } from '../../data/call.ts';
import { asReviewError } from '../../data/review-error.ts';
import { useRefresh, useReport } from '../../data/use-report.ts';
import type { GivenElsewhere } from './RatingConflict.tsx';

/** One's own score on its way; `seen` is what the screen showed. Null: none. */
interface Wish {
  readonly criterion: string;
  readonly score: number | null;
  readonly seen: number | null;
}

/** Gives scores; when one gave another elsewhere, `conflict` holds both until one decides. */
export function useRating(applicationId: string) {
  const [report, refresh] = [useReport(), useRefresh()];
  const [conflict, setConflict] = useState<{ wish: Wish; given: GivenElsewhere } | null>(null);
  const rate = async (wish: Wish) => {
    const { criterion, score, seen } = wish;
    setConflict(null);
    try {
      await call('review_rate', { application_id: applicationId, criterion, score, seen_score: seen });
    } catch (cause) {
      const { errorKind, detail } = asReviewError(cause);
      if (errorKind === 'conflict' && detail) setConflict({ wish, given: detail as GivenElsewhere });
      else report(cause);
    }
    await refresh();
  };
  return { conflict, rate, keep: () => setConflict(null) };
}
