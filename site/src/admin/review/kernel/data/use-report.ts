import { useCallback } from 'react';
import { useQueryClient, type Query } from '@tanstack/react-query';
import { showToast } from '../../../../ui/toast/show.ts';
import type { ReviewCopy } from '../../../../content/admin/review.ts';
import { useUndoable } from '../commands/use-undoable.ts';
import { sayCount } from '../format/number.ts';
import { fill, useWords } from '../words.tsx';
import { call } from './call.ts';
import { changing } from './queries.ts';
import { asReviewError } from './review-error.ts';
import { type Undone, undone as undoneShape } from './shapes/change.ts';

/** Reports a failed action, with a remedy if there is one. */
export function useReport() {
  const words = useWords();
  return useCallback(
    (cause: unknown, retry?: () => void) => {
      const { errorKind, message } = asReviewError(cause);
      const { title, text } = words.errors[errorKind];
      const isTheDatabasesSentence = errorKind === 'refused' || errorKind === 'forbidden';
      showToast({
        title,
        text: isTheDatabasesSentence ? message : text,
        tone: 'danger',
        ...(retry && { action: { label: words.retry, run: retry } }),
      });
    },
    [words],
  );
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
  return useCallback(
    (changed?: Changed) =>
      Promise.all([
        ...(changed ? changed.also.map((key) => changing[key]) : Object.values(changing)).map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
        changed &&
          client.invalidateQueries({
            queryKey: changing.application,
            predicate: (query) => concerns(changed.of, query),
          }),
      ]),
    [client],
  );
}

/** Describes the result of an undo, the restored ones, and why the rest was kept. */
function sayUndone(undone: Undone, { undo }: ReviewCopy): string {
  const parts: readonly (readonly [string, number])[] = [
    [undo.restored, undone.restored],
    [undo.keptChanged, undone.kept_changed],
    [undo.keptDeleted, undone.kept_deleted],
    [undo.keptFull, undone.kept_full],
    [undo.mails, undone.mails_stopped],
  ];
  return parts
    .filter(([sentence, count]) => count > 0 || sentence === undo.restored)
    .map(([sentence, count]) => fill(sentence, { count: sayCount(count) }))
    .join(' ');
}

/** A toast's action that undoes a batch and reports the result. `chosenAt` and `about` as in useUndoable. */
export function useUndo() {
  const words = useWords();
  const report = useReport();
  const refresh = useRefresh();
  const undoable = useUndoable();
  return useCallback(
    (batchId: string, chosenAt?: number, about?: string) => {
      const undo = async (): Promise<void> => {
        try {
          const undone = await call('review_undo', { batch_id: batchId }, undoneShape);
          showToast({
            title: undone.restored > 0 ? words.undo.done : words.undo.nothing,
            text: sayUndone(undone, words),
          });
        } catch (cause) {
          report(cause, () => void undo());
        }
        await refresh(
          about === undefined ? undefined : { of: [about], also: ['list', 'count', 'clock', 'pulse'] },
        );
      };
      return undoable(undo, chosenAt, about);
    },
    [words, report, refresh, undoable],
  );
}
