import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { call } from '../data/call.ts';
import { applicationQuery } from '../data/queries.ts';
import { conflictDetail } from '../data/review-error.ts';
import type { ApplicationDetail } from '../data/shapes/application.ts';
import { sending, settle } from '../data/unsent.ts';
import { givenScore, type GivenScore } from '../data/shapes/change.ts';
import { useRefresh, report } from '../data/saves.ts';
import { useMe } from '../data/me.tsx';
import { readScorecard, withOverall, withScore } from './scorecard.ts';
import { showToast } from '../../../../ui/toast/show.ts';
import { phrase } from '../words.ts';

/** An own score that is being saved. `seen` is the displayed one, null without one. */
interface Wish {
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
function useConflicts({ row, criteria }: ApplicationDetail) {
  const [conflicts, setConflicts] = useState<readonly RatingConflict[]>([]);
  const isShown = useRef(false);
  useLayoutEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  const without = (all: readonly RatingConflict[], criterion: string) =>
    all.filter(({ wish }) => wish.criterion !== criterion);
  const labelOf = ({ criterion }: Wish) => criteria.find(({ key }) => key === criterion)?.label ?? '';
  const sayTheirs = ({ wish, given }: RatingConflict, when = '') =>
    phrase`Elsewhere you gave ${labelOf(wish)} ${sayScore(given.score)}${when}.`;
  const tell = (conflict: RatingConflict) => {
    const { wish } = conflict;
    showToast({
      title: phrase`${row.name}, ${labelOf(wish)}: score not kept`,
      text: `${sayTheirs(conflict)} Here you chose ${sayScore(wish.score)}.`,
      tone: 'danger',
    });
  };
  return {
    conflict: conflicts[0] ?? null,
    sayTheirs,
    add: (conflict: RatingConflict) => {
      if (!isShown.current) tell(conflict);
      else setConflicts((all) => [...without(all, conflict.wish.criterion), conflict]);
    },
    decide: (criterion: string) => setConflicts((all) => without(all, criterion)),
  };
}

export const sayScore = (score: number | null) => (score === null ? 'no score' : `${score} of 5`);

const always = Promise.resolve(true);

/** Saves an application's scores one after the other, and reloads once nothing is pending. */
function useInOrder(applicationId: string) {
  const refresh = useRefresh();
  const client = useQueryClient();
  const mutationKey = ['scores', applicationId];
  const { mutateAsync } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join('.') },
    networkMode: 'always',
    mutationFn: (send: () => Promise<unknown>) => send().catch(report),
    onSettled: async () => {
      settle(applicationId);
      const isLast = client.isMutating({ mutationKey }) === 1;
      if (isLast) await refresh({ of: [applicationId], also: ['list'] });
    },
  });
  return async (send: () => Promise<unknown>): Promise<void> => void (await mutateAsync(send));
}

/**
 * The own scorecard for the panel and for triage. `setScore` and `setOverall` show at once and save in the
 * background once `isMeant` resolves to true, and null removes a score. When another window saved a different one, `conflict` contains both until the
 * person decides, one criterion after the other.
 */
export function useScorecard(detail: ApplicationDetail) {
  const me = useMe();
  const client = useQueryClient();
  const { conflict, sayTheirs, add, decide } = useConflicts(detail);
  const applicationId = detail.row.id;
  const inOrder = useInOrder(applicationId);
  const { queryKey } = applicationQuery(applicationId);
  const scorecard = readScorecard(detail, me.user_id);
  const show = (change: (shown: ApplicationDetail) => ApplicationDetail) => {
    sending(applicationId, change);
    void client.cancelQueries({ queryKey });
    client.setQueryData<ApplicationDetail>(queryKey, (shown) => shown && change(shown));
  };
  const send = async ({ criterion, score, seen }: Wish) => {
    try {
      await call('review_rate', { application_id: applicationId, criterion, score, seen_score: seen });
    } catch (cause) {
      const given = conflictDetail(cause, givenScore);
      if (!given) throw cause;
      add({ wish: { criterion, score, seen }, given });
    }
  };
  const rate = (wish: Wish, isMeant = always) => {
    decide(wish.criterion);
    show((shown) => withScore(shown, me, wish.criterion, wish.score));
    return inOrder(async () => ((await isMeant) ? send(wish) : undefined));
  };
  return {
    ...scorecard,
    mayScore: me.mayReview,
    conflict,
    sayTheirs,
    keep: () => conflict && decide(conflict.wish.criterion),
    rate,
    setScore: (criterion: string, score: number | null, isMeant = always) => {
      // The screen includes scores that were pressed since it was rendered.
      const shown = client.getQueryData(queryKey) ?? detail;
      const seen = readScorecard(shown, me.user_id).criteria.find(({ key }) => key === criterion)?.mine
        ?.value;
      return rate({ criterion, score, seen: seen ?? null }, isMeant);
    },
    setOverall: (overall: boolean | null, isMeant = always) => {
      show((shown) => withOverall(shown, me, overall));
      const send = () => call('review_overall', { application_id: applicationId, overall });
      return inOrder(async () => ((await isMeant) ? send() : undefined));
    },
  };
}
