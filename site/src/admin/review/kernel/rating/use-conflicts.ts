import { useLayoutEffect, useRef, useState } from 'react';
import { showToast } from '../../../../ui/toast/show.ts';
import type { ApplicationDetail } from '../data/shapes/application.ts';
import type { GivenScore } from '../data/shapes/change.ts';
import { fill, words } from '../words.ts';

/** An own score that is being saved. `seen` is the displayed one, null without one. */
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
 * Scores that were changed in another window, one per criterion, the earliest first. A conflict found after leaving
 * the scorecard is shown in a notice.
 */
export function useConflicts({ row, criteria }: ApplicationDetail) {
  const [conflicts, setConflicts] = useState<readonly RatingConflict[]>([]);
  const isShown = useRef(false);
  useLayoutEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  const without = (all: readonly RatingConflict[], criterion: string) =>
    all.filter(({ wish }) => wish.criterion !== criterion);
  const sayScore = (score: number | null) => (score === null ? 'no score' : `${score} of 5`);
  const tell = ({ wish, given }: RatingConflict) => {
    const criterion = criteria.find(({ key }) => key === wish.criterion)?.label ?? '';
    const theirs = fill(words.theirScore, { criterion, score: sayScore(given.score), when: '' });
    showToast({
      title: fill('{name}, {criterion}: score not kept', { name: row.name, criterion }),
      text: `${theirs} ${`Here you chose ${sayScore(wish.score)}.`}`,
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
