import { useMutation, useMutationState, useQueryClient, type Mutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useIsShown } from '../../kernel/data/use-is-shown.ts';
import { call } from '../../kernel/data/call.ts';
import { applicationQuery } from '../../kernel/data/queries.ts';
import { conflictDetail } from '../../kernel/data/review-error.ts';
import type { ApplicationDetail } from '../../kernel/data/shapes/application.ts';
import { recordedScore, type RecordedScore } from '../../kernel/data/shapes/change.ts';
import { useRefresh, report } from '../../kernel/data/saves.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { useUndoStack } from '../../kernel/commands/CommandsProvider.tsx';
import { readScorecard, withOverall, withScore } from './scorecard.ts';
import { showToast } from '#ui/toast/show.ts';
import { phrase } from '../../kernel/words.ts';

/** A changed score. `seen` is the displayed one, null without one. */
interface ScoreRequest {
  readonly criterion: string;
  readonly score: number | null;
  readonly seen: number | null;
}

/** A change of the own scorecard, one score or the overall answer. Null removes it. */
type CardChange = ScoreRequest | { readonly overall: boolean | null };

/** A change that is being saved, and the one that undoes it. An undo has none. */
interface Saving {
  readonly change: CardChange;
  readonly before?: CardChange;
  readonly onUndone?: (() => void) | undefined;
  /** The time of the choice, as in `performance.now`. */
  readonly at: number;
}

/** Returns the criterion of a change, or the overall answer. */
function subjectOf(change: CardChange, criteria: ApplicationDetail['criteria']) {
  if ('overall' in change) return { key: 'overall', label: 'Overall' };
  return criteria.find(({ key }) => key === change.criterion) ?? { key: change.criterion, label: '' };
}

interface RatingConflict {
  readonly request: ScoreRequest;
  readonly theirScore: RecordedScore;
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
  const labelOf = (request: ScoreRequest) => subjectOf(request, criteria).label;
  const describeOthers = ({ request, theirScore }: RatingConflict, when = '') =>
    phrase`Elsewhere you gave ${labelOf(request)} ${formatScore(theirScore.score)}${when}.`;
  const tell = (conflict: RatingConflict) => {
    const { request } = conflict;
    showToast({
      title: phrase`${row.name}, ${labelOf(request)}: score not saved`,
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

/** Sends a change. Returns false if it met a conflict. */
type Send = (change: CardChange) => Promise<boolean>;

/** Removes the notice of a failure, by application and criterion. A notice may stay after its scorecard. */
const dismissals = new Map<string, () => void>();

/**
 * Reports failures. A notice replaces the one before it, and a newer change of the same score removes it, because its
 * "Try again" would overwrite that.
 */
function failuresOf({ row: { id, name }, criteria }: ApplicationDetail) {
  const dismiss = (change: CardChange) => dismissals.get(`${id}.${subjectOf(change, criteria).key}`)?.();
  /** Sends a change. The one before it may have failed since this one was chosen. */
  const attempt = (change: CardChange, send: Send, retry: () => void) => {
    dismiss(change);
    const { key, label } = subjectOf(change, criteria);
    const tell = (cause: unknown) => report(cause, retry, phrase`${label} of ${name}`);
    return send(change).catch((cause: unknown) => void dismissals.set(`${id}.${key}`, tell(cause)));
  };
  return { dismiss, attempt };
}

const changedBy = (me: ReturnType<typeof useMe>) => (shown: ApplicationDetail, change: CardChange) =>
  'overall' in change
    ? withOverall(shown, me, change.overall)
    : withScore(shown, me, change.criterion, change.score);

/** Saves an application's scores one after the other, offers their undo, and reloads once nothing is pending. */
function useSaving(loaded: ApplicationDetail, send: Send) {
  const { id: applicationId, name } = loaded.row;
  const me = useMe();
  const undos = useUndoStack();
  const refresh = useRefresh();
  const client = useQueryClient();
  const mutationKey = ['scores', applicationId];
  const { queryKey } = applicationQuery(applicationId);
  const changed = changedBy(me);
  const filters = { mutationKey, status: 'pending' } as const;
  const select = ({ state }: Pick<Mutation, 'state'>) => (state.variables as Saving).change;
  const { dismiss, attempt } = failuresOf(loaded);
  const { mutateAsync } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join('.') },
    networkMode: 'always',
    mutationFn: async (saving: Saving) => {
      const { change, before, onUndone, at } = saving;
      const isSaved = await attempt(change, send, () => void mutateAsync(saving));
      // An earlier request is older.
      await client.cancelQueries({ queryKey, exact: true });
      if (!isSaved) return;
      client.setQueryData<ApplicationDetail>(queryKey, (shown) => shown && changed(shown, change));
      if (before) undos.offer(() => undo(before, onUndone), at, applicationId);
    },
    onSettled: async () => {
      const isLast = client.isMutating({ mutationKey }) === 1;
      if (isLast) await refresh({ of: [applicationId], also: ['list'] });
    },
  });
  const save = (saving: Omit<Saving, 'at'>) => {
    dismiss(saving.change);
    return mutateAsync({ ...saving, at: performance.now() });
  };
  const undo = async (before: CardChange, onUndone?: () => void) => {
    onUndone?.();
    await save({ change: before });
    showToast({ title: phrase`${name}: score undone` });
  };
  return {
    save,
    /** The application with the changes that are being saved, whatever was loaded. */
    withPending: (detail: ApplicationDetail, pending: readonly CardChange[]) =>
      pending.reduce(changed, detail),
    pending: useMutationState({ filters, select }),
    /** The changes that are pending at this moment, which may not have been rendered. */
    readPending: () => client.getMutationCache().findAll(filters).map(select),
  };
}

/**
 * The own scorecard for the panel and for triage. `setScore` and `setOverall` show at once, save in the background and
 * can be undone. Null removes a score. When another window saved a different one, `conflict` contains both until the
 * person decides, one criterion after the other.
 */
export function useScorecard(loaded: ApplicationDetail) {
  const me = useMe();
  const client = useQueryClient();
  const { conflict, describeOthers, add, decide } = useConflicts(loaded);
  const applicationId = loaded.row.id;
  const send = async (change: CardChange) => {
    const of = { application_id: applicationId };
    if ('overall' in change) return call('review_rate_overall', { ...of, ...change }).then(() => true);
    const { criterion, score, seen } = change;
    try {
      await call('review_rate', { ...of, criterion, score, seen_score: seen });
      return true;
    } catch (cause) {
      const theirScore = conflictDetail(cause, recordedScore);
      if (!theirScore) throw cause;
      add({ request: change, theirScore });
      return false;
    }
  };
  const { save, pending, readPending, withPending } = useSaving(loaded, send);
  // The screen includes scores that were pressed since it was rendered.
  const present = () => {
    const shown = client.getQueryData(applicationQuery(applicationId).queryKey) ?? loaded;
    return readScorecard(withPending(shown, readPending()), me.user_id);
  };
  const rate = (request: ScoreRequest, onUndone?: () => void) => {
    const { criterion, score, seen } = request;
    decide(criterion);
    return save({ change: request, before: { criterion, score: seen, seen: score }, onUndone });
  };
  return {
    ...readScorecard(withPending(loaded, pending), me.user_id),
    mayScore: me.mayReview,
    conflict,
    describeOthers,
    keep: () => conflict && decide(conflict.request.criterion),
    rate,
    setScore: (criterion: string, score: number | null, onUndone?: () => void) => {
      const { mine } = present().criteria.find(({ key }) => key === criterion) ?? {};
      return rate({ criterion, score, seen: mine?.value ?? null }, onUndone);
    },
    setOverall: (overall: boolean | null) =>
      save({ change: { overall }, before: { overall: present().overall.mine?.value ?? null } }),
  };
}
