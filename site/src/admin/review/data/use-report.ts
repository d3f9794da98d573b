import { useCallback } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../../ui/toast/show.ts';
import type { ReviewCopy } from '../../../content/admin/review.ts';
import { useUndoable } from '../commands/use-undoable.ts';
import { sayCount } from '../format/number.ts';
import { fill, useWords } from '../words.tsx';
import { call } from './call.ts';
import { changing } from './queries.ts';
import { asReviewError } from './review-error.ts';
import { type Undone, undone as undoneShape } from './shapes/change.ts';

/** Tells the person why something was not done, with a way on when there is one. */
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

/** Asks again for everything that an application's change may have changed. */
export function useRefresh() {
  const client = useQueryClient();
  return useCallback(
    () => Promise.all(Object.values(changing).map((queryKey) => client.invalidateQueries({ queryKey }))),
    [client],
  );
}

/** What an undo came to, in sentences: what was put back, and why the rest was left as it is. */
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

/** A toast's action that takes a batch back, and says what came of it; `chosenAt` and `about` as in useUndoable. */
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
        await refresh();
      };
      return undoable(undo, chosenAt, about);
    },
    [words, report, refresh, undoable],
  );
}
