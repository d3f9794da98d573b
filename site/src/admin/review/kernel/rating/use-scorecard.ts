import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIsShown } from '../data/use-is-shown.ts';
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
interface ScoreRequest {
  readonly criterion: string;
  readonly score: number | null;
  readonly seen: number | null;
}

interface RatingConflict {
  readonly request: ScoreRequest;
  readonly given: GivenScore;
}

/**
 * Scores that were changed in another window, one per criterion, the earliest first. A conflict found after leaving
 * the scorecard is shown in a notice.
 */
function useConflicts({ row, criteria }: ApplicationDetail) {
  const [conflicts, setConflicts] = useState<readonly RatingConflict[]>([]);
  const isShown = useIsShown();
  const without = (all: readonly RatingConflict[], criterion: string) =>
    all.filter(({ request }) => request.criterion !== criterion);
  const labelOf = ({ criterion }: ScoreRequest) => criteria.find(({ key }) => key === criterion)?.label ?? '';
  const describeOthers = ({ request, given }: RatingConflict, when = '') =>
    phrase`Elsewhere you gave ${labelOf(request)} ${formatScore(given.score)}${when}.`;
  const tell = (conflict: RatingConflict) => {
    const { request } = conflict;
    showToast({
      title: phrase`${row.name}, ${labelOf(request)}: score not kept`,
      text: `${describeOthers(conflict)} Here you chose ${formatScore(request.score)}.`,
      tone: 'danger',
    });
  };
  return {
    conflict: conflicts[0] ?? null,
    describeOthers,
    add: (conflict: RatingConflict) => {
      if (!isShown.current) tell(conflict);
      else setConflicts((all) => [...without(all, conflict.request.criterion), conflict]);
    },
    decide: (criterion: string) => setConflicts((all) => without(all, criterion)),
  };
}

export const formatScore = (score: number | null) => (score === null ? 'no score' : `${score} of 5`);

const always = Promise.resolve(true);

/** Saves an application's scores one after the other, and reloads once nothing is pending. */
function useInOrder(applicationId: string) {
  const refresh = useRefresh();
  const client = useQueryClient();
  const mutationKey = ['scores', applicationId];
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join('.') },
    networkMode: 'always',
    mutationFn: (send: () => Promise<unknown>) => send().catch(report),
    onSettled: async () => {
      settle(applicationId);
      const isLast = client.isMutating({ mutationKey }) === 1;
      if (isLast) await refresh({ of: [applicationId], also: ['list'] });
    },
  }).mutateAsync;
}

/**
 * The own scorecard for the panel and for triage. `setScore` and `setOverall` show at once and save in the background
 * once `isMeant` resolves to true. Null removes a score. When another window saved a different one, `conflict` contains
 * both until the person decides, one criterion after the other.
 */
export function useScorecard(detail: ApplicationDetail) {
  const me = useMe();
  const client = useQueryClient();
  const { conflict, describeOthers, add, decide } = useConflicts(detail);
  const applicationId = detail.row.id;
  const inOrder = useInOrder(applicationId);
  const { queryKey } = applicationQuery(applicationId);
  const scorecard = readScorecard(detail, me.user_id);
  const show = (change: (shown: ApplicationDetail) => ApplicationDetail) => {
    sending(applicationId, change);
    void client.cancelQueries({ queryKey });
    client.setQueryData<ApplicationDetail>(queryKey, (shown) => shown && change(shown));
  };
  const send = async ({ criterion, score, seen }: ScoreRequest) => {
    try {
      await call('review_rate', { application_id: applicationId, criterion, score, seen_score: seen });
    } catch (cause) {
      const given = conflictDetail(cause, givenScore);
      if (!given) throw cause;
      add({ request: { criterion, score, seen }, given });
    }
  };
  const rate = (request: ScoreRequest, isMeant = always) => {
    decide(request.criterion);
    show((shown) => withScore(shown, me, request.criterion, request.score));
    return inOrder(async () => ((await isMeant) ? send(request) : undefined));
  };
  return {
    ...scorecard,
    mayScore: me.mayReview,
    conflict,
    describeOthers,
    keep: () => conflict && decide(conflict.request.criterion),
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
