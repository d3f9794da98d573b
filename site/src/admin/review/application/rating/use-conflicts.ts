import { useLayoutEffect, useRef, useState } from 'react';
import { showToast } from '../../../../ui/toast/show.ts';
import type { ApplicationDetail } from '../../data/shapes/application.ts';
import type { GivenScore } from '../../data/shapes/change.ts';
import { fill, useWords } from '../../words.tsx';

/** One's own score on its way; `seen` is what the screen showed. Null: none. */
export interface Wish {
  readonly criterion: string;
  readonly score: number | null;
  readonly seen: number | null;
}

interface RatingConflict {
  readonly wish: Wish;
  readonly given: GivenScore;
}

/**
 * The scores that were given otherwise in another window, one of each criterion, the earliest first. One that is known
 * only when the scorecard has been left is told in a notice.
 */
export function useConflicts({ row, criteria }: ApplicationDetail) {
  const { application } = useWords();
  const [conflicts, setConflicts] = useState<readonly RatingConflict[]>([]);
  const isShown = useRef(false);
  useLayoutEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  const without = (all: readonly RatingConflict[], criterion: string) =>
    all.filter(({ wish }) => wish.criterion !== criterion);
  const sayScore = (score: number | null) =>
    score === null ? application.noScore : fill(application.score, { score });
  const tell = ({ wish, given }: RatingConflict) => {
    const criterion = criteria.find(({ key }) => key === wish.criterion)?.label ?? '';
    const theirs = fill(application.theirScore, { criterion, score: sayScore(given.score), when: '' });
    showToast({
      title: fill(application.scoreNotKept, { name: row.name, criterion }),
      text: `${theirs} ${fill(application.yourScore, { score: sayScore(wish.score) })}`,
      tone: 'danger',
    });
  };
  return {
    conflict: conflicts[0] ?? null,
    add: (conflict: RatingConflict) => {
      if (!isShown.current) tell(conflict);
      else setConflicts((all) => [...without(all, conflict.wish.criterion), conflict]);
    },
    decide: (criterion: string) => setConflicts((all) => without(all, criterion)),
  };
}
