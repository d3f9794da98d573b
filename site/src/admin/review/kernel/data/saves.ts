import { useRef, useState } from 'react';
import { useQueryClient, type Query } from '@tanstack/react-query';
import { plural } from '@solostead/contract/plural';
import { showDismissible, showToast } from '#ui/toast/show.ts';
import { useUndoable } from '../commands/CommandsProvider.tsx';
import { formatApplications, formatCount } from '../format/number.ts';
import { fill, phrase, words } from '../words.ts';
import { call } from './call.ts';
import { changing } from './queries.ts';
import { asReviewError, conflictDetail, sentenceOf } from './review-error.ts';
import { type Undone, undone as undoneShape } from './shapes/change.ts';
import { useIsShown } from './use-is-shown.ts';
import type * as z from 'zod/mini';
import { useSave } from '../../../saving/use-save.ts';

/**
 * Reports a failed action, with a remedy if there is one, and `about` what it was if that may be out of sight. Returns
 * a function that removes the notice.
 */
export function report(cause: unknown, retry?: () => void, about = ''): () => void {
  const error = asReviewError(cause);
  const { title } = words.errors[error.errorKind];
  return showDismissible({
    title: about ? phrase`${title}: ${about}` : title,
    text: sentenceOf(error),
    tone: 'danger',
    ...(retry && { action: { label: 'Try again', run: retry } }),
  });
}

/** The scope of a change, these applications, and everything else that may change what is named. */
interface Changed {
  readonly of: readonly string[];
  readonly also: readonly (keyof typeof changing)[];
}

/** Returns true if loaded data is about one of these applications, or lists one as another of the same person. */
function concerns(ids: readonly string[], { queryKey, state: { data } }: Query): boolean {
  const isOf = (id: unknown) => ids.some((each) => each === id);
  return isOf(queryKey[1]) || (Array.isArray(data) && data.some((each: { id?: unknown }) => isOf(each.id)));
}

/** Reloads everything that a change may affect, for known applications only that. */
export function useRefresh() {
  const client = useQueryClient();
  return (changed?: Changed) =>
    Promise.all([
      ...(changed ? changed.also.map((key) => changing[key]) : Object.values(changing)).map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
      changed &&
        client.invalidateQueries({
          queryKey: changing.application,
          predicate: (query) => concerns(changed.of, query),
        }),
    ]);
}

/** Describes the result of an undo, the restored ones, who was notified before, and why the rest was kept. */
function describeUndone(undone: Undone): string {
  const stopped = undone.mails_stopped > 0 ? `, ${plural(undone.mails_stopped, 'email')} stopped` : '';
  const parts: readonly (readonly [string, number])[] = [
    ['Already notified: {count}.', undone.notified],
    ['Changed since, not undone: {count}.', undone.skipped_changed],
    ['Deleted since: {count}.', undone.skipped_deleted],
    ['Not restored, because 20 tags is the limit: {count}.', undone.skipped_full],
  ];
  const others = parts
    .filter(([, count]) => count > 0)
    .map(([sentence, count]) => fill(sentence, { count: formatCount(count) }));
  return [`${formatApplications(undone.restored)} restored${stopped}.`, ...others].join(' ');
}

/** A toast's action that undoes a batch and reports the result. `chosenAt` and `about` as in useUndoable. */
export function useUndo() {
  const refresh = useRefresh();
  const undoable = useUndoable();
  return (batchId: string, chosenAt?: number, about?: string) => {
    const undo = async (): Promise<void> => {
      try {
        const undone = await call('review_undo', { batch_id: batchId }, undoneShape);
        showToast({
          title: undone.restored > 0 ? 'Undone' : 'Nothing was restored',
          text: describeUndone(undone),
        });
      } catch (cause) {
        report(cause, () => void undo());
      }
      await refresh(
        about === undefined ? undefined : { of: [about], also: ['list', 'count', 'clock', 'updates'] },
      );
    };
    return undoable(undo, chosenAt, about);
  };
}

interface Saving<Values, Answer, Theirs> {
  readonly send: (values: Values) => Promise<Answer>;
  readonly done: (answer: Answer, values: Values) => unknown;
  readonly settled?: () => unknown;
  /** The handling of a version conflict. */
  readonly conflict?: {
    readonly shape: z.ZodMiniType<Theirs>;
    readonly take: (theirs: Theirs, values: Values) => unknown;
    /** Runs instead if the form was left since. Without it, a toast reports the conflict. */
    readonly late?: (theirs: Theirs, values: Values) => unknown;
  };
  /** Returns the database's sentence as `refusal`, for a field of the form while it is shown. Otherwise a toast shows it. */
  readonly hasField?: boolean;
  /** The subject of a failure's toast. */
  readonly about?: string;
  /** Offers another try in the toast of a failure. */
  readonly retries?: boolean;
}

/** Saves through the review's functions as `useSave` does, and reports version conflicts, refusals and failures. */
export function useReviewSave<Values = void, Answer = unknown, Theirs = never>({
  conflict,
  hasField = false,
  retries = false,
  about,
  send,
  done,
  ...saving
}: Saving<Values, Answer, Theirs>) {
  const [refusal, setRefusal] = useState<string>();
  const dismissFailure = useRef<() => void>(undefined);
  const isShown = useIsShown();
  const failed = (cause: unknown, again: () => void, values: Values) => {
    const theirs = conflict ? conflictDetail(cause, conflict.shape) : null;
    const handle = isShown.current ? conflict?.take : conflict?.late;
    if (handle && theirs !== null) return handle(theirs, values);
    const { errorKind, message } = asReviewError(cause);
    const isForField = hasField && isShown.current && ['refused', 'conflict'].includes(errorKind);
    if (isForField) return setRefusal(message);
    return void (dismissFailure.current = report(cause, retries ? again : undefined, about));
  };
  const clearAndSend = (values: Values) => {
    setRefusal(undefined);
    return send(values);
  };
  const dismissAndFinish = (answer: Answer, values: Values) => {
    // Its "Try again" would save the same once more.
    dismissFailure.current?.();
    return done(answer, values);
  };
  return { ...useSave({ ...saving, send: clearAndSend, done: dismissAndFinish, failed }), refusal };
}

/** Saves a change of applications, and then reloads everything that it may affect. */
export function useApplicationSave<Values = void, Answer = unknown, Theirs = never>(
  saving: Omit<Saving<Values, Answer, Theirs>, 'settled'>,
) {
  return useReviewSave<Values, Answer, Theirs>({ ...saving, settled: useRefresh() });
}
